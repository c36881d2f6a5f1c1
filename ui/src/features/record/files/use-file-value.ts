import type { Value } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import { toOutcomeError } from '../form/outcome-error';
import type { RecordForm } from '../form/use-record-form';

export interface FileValue {
  value: Value;
  /** Saves a new value: immediately in the row, with undo, or in the form of a new record. Throws ApiError. */
  save: (next: Value) => Promise<void>;
}

/**
 * Returns the value of a file column and a function that saves it. The path of an uploaded file is saved immediately,
 * not with the form: a form that is discarded or abandoned would leave files in the bucket to which no row refers.
 */
export function useFileValue(column: Column, form: RecordForm): FileValue {
  const { edits } = useTable();
  const { row } = form;
  const entry = form.entered[column.name];
  const value = column.name in form.entered ? toValue(entry) : (row?.[column.name] ?? null);
  const save = async (next: Value) => {
    if (!row) return form.set(column, next as EnteredValue);
    const outcome = await edits.save(row, { [column.name]: next }, true);
    // The record shows the queued value.
    if (outcome.kind === 'queued') return;
    if (outcome.kind !== 'saved') throw toOutcomeError(outcome);
    form.applySavedValue(column, outcome.row);
  };
  return { value, save };
}

function toValue(entry: EnteredValue): Value {
  return entry === undefined ? null : (entry as Value);
}
