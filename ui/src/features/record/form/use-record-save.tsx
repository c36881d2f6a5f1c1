import { type ReactNode, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { findFieldLockReason, listFormColumns, listNewRecordColumns } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { findErrorColumns, formatRejection } from '@/data/values/checks/rejection-text';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { formatRowKey } from '@/data/writes/batches/row-write';
import { type ApiError, toApiError } from '@/lib/api';
import { useSchema } from '@/lib/auth/session';
import type { Conflict } from '@/table/changes/conflict-dialog';
import { getError } from '@/table/changes/edit-error';
import { useTable } from '@/table/table-context';
import { FieldErrorDetails } from '../inputs/field-error-details';
import { recordMessages } from '../record-messages';
import type { RecordForm } from './use-record-form';

const messages = recordMessages.form;

export interface RecordSave {
  pending: boolean;
  /** The number of saves; null before the first. */
  saveCount: number | null;
  /** The number of attempts to save that the check of the input stopped. */
  invalidCount: number;
  /** The error of the last attempt. */
  rejection: ApiError | null;
  /** The error of the last attempt if it belongs to no field of the form. */
  error: ApiError | null;
  conflict: Conflict | null;
  /** The error messages by field: of the check after the first attempt to save, and of the database. */
  problems: Readonly<Record<string, ReactNode>>;
  save: () => Promise<void>;
  /** Saves the chosen changes over the current row. Discards the input for the columns of the other user's values. */
  resolveConflict: (current: Row, changes: Row, discardedColumns: readonly string[]) => void;
  dismissConflict: () => void;
  clearErrors: () => void;
}

export interface RecordSaveHandlers {
  /** Called after the save of a new record or of a changed key, with the key. */
  onKeyChange: (key: readonly KeyValue[]) => void;
  /** Called when a new record is queued, so that there is no record to show yet. */
  onQueued: () => void;
}

/**
 * Saves a form: inserts a new record, or updates the row with a guard. The input remains until it is saved. It is longer
 * than other functions, because the insert, the update and the choice after a conflict share their state.
 */
export function useRecordSave(
  form: RecordForm,
  isNew: boolean,
  { onKeyChange, onQueued }: RecordSaveHandlers,
): RecordSave {
  const { table, edits } = useTable();
  const [showsProblems, setShowsProblems] = useState(false);
  const [invalidCount, setInvalidCount] = useState(0);
  const [saveCount, setSaveCount] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { pending, failed, rejection, setFailed, attempt } = useAttempt();

  const finish = (row: Row, hasNewKey: boolean) => {
    form.finish(row, false);
    setShowsProblems(false);
    setSaveCount((before) => (before ?? 0) + 1);
    const key = getRowKey(table, row);
    if (hasNewKey && key) onKeyChange(key);
  };

  const insert = async (changes: Row) => {
    const outcome = await edits.create(changes);
    if (outcome.kind === 'queued') {
      form.finish(changes, true);
      toast.info(messages.queued);
      onQueued();
    } else if (outcome.kind === 'saved') finish(outcome.row, true);
    else setFailed({ error: toApiError(getError({ outcome })), values: changes });
  };

  const update = async (seen: Row, changes: Row) => {
    const outcome = await edits.save(seen, changes, true);
    if (outcome.kind === 'saved')
      finish(outcome.row, formatRowKey(table, outcome.row) !== formatRowKey(table, seen));
    else if (outcome.kind === 'queued') form.finish({ ...seen, ...changes }, true);
    else if (outcome.kind === 'conflict') setConflict({ changes, ...outcome });
    else setFailed({ error: toApiError(getError({ outcome })), values: { ...seen, ...changes } });
  };

  const save = async () => {
    const { changes, problems } = form.check();
    setShowsProblems(true);
    if (pending || form.isUploading) return;
    if (!isEmpty(problems)) return setInvalidCount((before) => before + 1);
    if (!isNew && isEmpty(changes)) form.discard();
    else await attempt(() => (isNew || !form.baseRow ? insert(changes) : update(form.baseRow, changes)));
  };

  const fieldErrors = useFieldErrors(failed, isNew);
  return {
    ...{ pending, saveCount, invalidCount, rejection, conflict },
    error: isEmpty(fieldErrors) ? rejection : null,
    problems: { ...(showsProblems ? form.check().problems : {}), ...fieldErrors },
    save,
    resolveConflict: (current, changes, discardedColumns) => {
      form.rebase(current, discardedColumns);
      if (!isEmpty(changes)) void attempt(() => update(current, changes));
    },
    dismissConflict: () => setConflict(null),
    clearErrors: () => {
      setShowsProblems(false);
      setFailed(null);
    },
  };
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0;

interface FailedSave {
  error: ApiError;
  values: Row;
}

/** Returns the function that saves, whether it is running, and its last error. */
function useAttempt() {
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<FailedSave | null>(null);
  const attempt = async (save: () => Promise<void>) => {
    setPending(true);
    setFailed(null);
    try {
      await save();
    } catch (caught) {
      setFailed({ error: toApiError(caught), values: {} });
    } finally {
      setPending(false);
    }
  };
  return { pending, failed, rejection: failed?.error ?? null, setFailed, attempt };
}

/** Returns the error at the fields that caused it, if they can be changed. The first field also shows the details. */
function useFieldErrors(failed: FailedSave | null, isNew: boolean): Readonly<Record<string, ReactNode>> {
  const { table } = useTable();
  const schema = useSchema();
  if (!failed) return {};
  const { error, values } = failed;
  const fields = isNew ? listNewRecordColumns(table) : listFormColumns(table);
  const columns = findErrorColumns(error, table).filter(
    (column) => fields.includes(column) && findFieldLockReason(table, column, isNew) === undefined,
  );
  const text = formatRejection(error, { schema, table, values });
  return Object.fromEntries(
    columns.map((column, i) => [
      column.name,
      i === 0 ? <FieldErrorDetails key={column.name} {...{ error, text }} /> : text.sentence,
    ]),
  );
}
