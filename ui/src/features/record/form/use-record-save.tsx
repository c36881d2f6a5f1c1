import { type ReactNode, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { KeyValue } from '@/data/query/table-page-state';
import { fieldLockReason, formColumns, newRecordColumns } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { errorColumns, rejectionText } from '@/data/values/checks/rejection-text';
import { keyOf } from '@/data/writes/batches/guards.utils';
import { rowKeyOf } from '@/data/writes/batches/row-write';
import { type ApiError, toApiError } from '@/lib/api';
import { useSchema } from '@/lib/session';
import type { Conflict } from '@/table/changes/conflict-dialog';
import { errorOf } from '@/table/changes/failed-edit-notice';
import { useTable } from '@/table/table-context';
import { FieldErrorDetails } from '../inputs/field-error-details';
import type { RecordForm } from './use-record-form';

export interface RecordSave {
  pending: boolean;
  /** Counts up with each save; null before the first. */
  saveCount: number | null;
  /** Counts up each time that saving is refused by our own checks. */
  invalidCount: number;
  /** Why the last try failed. */
  rejection: ApiError | null;
  /** The same, where it is about no field of the form. */
  error: ApiError | null;
  conflict: Conflict | null;
  /** What is wrong at which field: by our checks once saving was tried, or by the backend. */
  problems: Readonly<Record<string, ReactNode>>;
  save: () => Promise<void>;
  /** Saves what was chosen in a conflict over the row as it is now; in the columns named the input is given up. */
  resolveConflict: (seen: Row, changes: Row, givenUp: readonly string[]) => void;
  dismissConflict: () => void;
  clearErrors: () => void;
}

export interface RecordSaveHandlers {
  /** The record has this key now. */
  onKeyChange: (key: readonly KeyValue[]) => void;
  /** A new one could not be sent, and waits: there is no record to show yet. */
  onQueued: () => void;
}

/** Sends a form: an insert without a row, else a guarded update. The input stays until it is saved. */
export function useRecordSave(
  form: RecordForm,
  isNew: boolean,
  { onKeyChange, onQueued }: RecordSaveHandlers,
): RecordSave {
  const { table, edits } = useTable();
  const [tried, setTried] = useState(false);
  const [invalidCount, setInvalid] = useState(0);
  const [saveCount, setSaved] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { pending, failed, refused: rejection, setFailed, attempt } = useAttempt();

  const done = (row: Row | undefined, moved: boolean) => {
    form.reset();
    setTried(false);
    setSaved((before) => (before ?? 0) + 1);
    const key = row && keyOf(table, row);
    if (moved && key) onKeyChange(key);
  };

  const insert = async (changes: Row) => {
    const outcome = await edits.create(changes);
    if (outcome.kind === 'queued') {
      form.reset();
      toast.info('Kept, and added as soon as it can be sent.');
      onQueued();
    } else if (outcome.kind === 'saved') done(outcome.row, true);
    else setFailed({ error: toApiError(errorOf({ outcome })), values: changes });
  };

  const update = async (seen: Row, changes: Row) => {
    const outcome = await edits.save(seen, changes, true);
    if (outcome.kind === 'saved') done(outcome.row, rowKeyOf(table, outcome.row) !== rowKeyOf(table, seen));
    else if (outcome.kind === 'queued') form.reset();
    else if (outcome.kind === 'conflict') setConflict({ changes, ...outcome });
    else setFailed({ error: toApiError(errorOf({ outcome })), values: { ...seen, ...changes } });
  };

  const save = async () => {
    const { changes, problems } = form.check();
    setTried(true);
    if (pending) return;
    if (!isEmpty(problems)) return setInvalid((before) => before + 1);
    if (!isNew && isEmpty(changes)) form.reset();
    else await attempt(() => (isNew || !form.baseRow ? insert(changes) : update(form.baseRow, changes)));
  };

  const atFields = useFieldErrors(failed, isNew);
  return {
    ...{ pending, saveCount, invalidCount, rejection, conflict },
    error: isEmpty(atFields) ? rejection : null,
    problems: { ...(tried ? form.check().problems : {}), ...atFields },
    save,
    resolveConflict: (seen, changes, givenUp) => {
      form.rebase(seen, givenUp);
      if (!isEmpty(changes)) void attempt(() => update(seen, changes));
    },
    dismissConflict: () => setConflict(null),
    clearErrors: () => {
      setTried(false);
      setFailed(null);
    },
  };
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0;

interface FailedSave {
  error: ApiError;
  values: Row;
}

/** One sending at a time, and why the last one failed. */
function useAttempt() {
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<FailedSave | null>(null);
  const attempt = async (send: () => Promise<void>) => {
    setPending(true);
    setFailed(null);
    try {
      await send();
    } catch (caught) {
      setFailed({ error: toApiError(caught), values: {} });
    } finally {
      setPending(false);
    }
  };
  return { pending, failed, refused: failed?.error ?? null, setFailed, attempt };
}

/** A refusal at the fields that it is about, if the form has them: with all there is to say at the first. */
function useFieldErrors(failed: FailedSave | null, isNew: boolean): Readonly<Record<string, ReactNode>> {
  const { table } = useTable();
  const schema = useSchema();
  if (!failed) return {};
  const { error, values } = failed;
  const fields = isNew ? newRecordColumns(table) : formColumns(table);
  const columns = errorColumns(error, table).filter(
    (column) => fields.includes(column) && fieldLockReason(table, column, isNew) === undefined,
  );
  const text = rejectionText(error, { schema, table, values });
  return Object.fromEntries(
    columns.map((column, i) => [
      column.name,
      i === 0 ? <FieldErrorDetails key={column.name} {...{ error, text }} /> : text.sentence,
    ]),
  );
}
