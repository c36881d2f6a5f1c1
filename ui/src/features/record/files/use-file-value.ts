import type { Value } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import { toOutcomeError } from '../form/outcome-error';
import type { RecordForm } from '../form/use-record-form';

export interface FileValue {
  value: Value;
  /** Keeps another value: in the row at once, as a step of undo, or in the form of a new record. Throws ApiError. */
  keep: (next: Value) => Promise<void>;
}

/**
 * What a file column holds. A file that was sent belongs to the record from then
 * on: waiting for the form's own saving would leave objects behind that nothing
 * refers to.
 */
export function useFileValue(column: Column, form: RecordForm): FileValue {
  const { edits } = useTable();
  const { row } = form;
  const entry = form.entered[column.name];
  const value = column.name in form.entered ? toValue(entry) : (row?.[column.name] ?? null);
  const keep = async (next: Value) => {
    if (!row) return form.set(column, next as EnteredValue);
    const outcome = await edits.save(row, { [column.name]: next }, true);
    // The record shows it from where it waits.
    if (outcome.kind === 'queued') return;
    if (outcome.kind !== 'saved') throw toOutcomeError(outcome);
    form.applySavedValue(column, outcome.row);
  };
  return { value, keep };
}

function toValue(entry: EnteredValue): Value {
  return entry === undefined ? null : (entry as Value);
}
