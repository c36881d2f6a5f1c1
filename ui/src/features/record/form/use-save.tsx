import { type ReactNode, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { KeyValue } from '@/data/query/page-state.utils';
import { fieldLock, formColumns, newColumns } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { refusalText, refusedColumns } from '@/data/values/checks/refusal.utils';
import { keyOf } from '@/data/writes/batches/guards.utils';
import { textOf } from '@/data/writes/edits/changes.utils';
import { type ApiError, toApiError } from '@/lib/api';
import { useSchema } from '@/lib/session';
import type { Conflict } from '@/table/changes/conflict-dialog';
import { errorOf } from '@/table/changes/failure-notice';
import { useTable } from '@/table/table-context';
import { FieldRefusal } from '../inputs/field-refusal';
import type { RecordForm } from './use-record-form';

export interface Saving {
  pending: boolean;
  /** Counts up with each save; null before the first. */
  saved: number | null;
  /** Counts up each time that saving is refused by our own checks. */
  invalid: number;
  /** Why the last try failed. */
  refused: ApiError | null;
  /** The same, where it is about no field of the form. */
  error: ApiError | null;
  conflict: Conflict | null;
  /** What is wrong at which field: by our checks once saving was tried, or by the backend. */
  problems: Readonly<Record<string, ReactNode>>;
  save: () => Promise<void>;
  /** Saves what was chosen in a conflict over the row as it is now; in the columns named the input is given up. */
  resolve: (seen: Row, changes: Row, givenUp: readonly string[]) => void;
  dropConflict: () => void;
  forget: () => void;
}

export interface AfterSaving {
  /** The record has this key now. */
  onMoved: (key: readonly KeyValue[]) => void;
  /** A new one could not be sent, and waits: there is no record to show yet. */
  onKept: () => void;
}

/** Sends a form: an insert without a row, else a guarded update. The input stays until it is saved. */
export function useSave(form: RecordForm, isNew: boolean, { onMoved, onKept }: AfterSaving): Saving {
  const { table, edits } = useTable();
  const [tried, setTried] = useState(false);
  const [invalid, setInvalid] = useState(0);
  const [saved, setSaved] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { pending, failed, refused, setFailed, attempt } = useAttempt();

  const done = (row: Row | undefined, moved: boolean) => {
    form.reset();
    setTried(false);
    setSaved((before) => (before ?? 0) + 1);
    const key = row && keyOf(table, row);
    if (moved && key) onMoved(key);
  };

  const insert = async (changes: Row) => {
    const outcome = await edits.create(changes);
    if (outcome.kind === 'waiting') {
      form.reset();
      toast.info('Kept, and added as soon as it can be sent.');
      onKept();
    } else if (outcome.kind === 'saved') done(outcome.row, true);
    else setFailed({ error: toApiError(errorOf({ outcome })), values: changes });
  };

  const update = async (seen: Row, changes: Row) => {
    const outcome = await edits.save(seen, changes, true);
    if (outcome.kind === 'saved') done(outcome.row, textOf(table, outcome.row) !== textOf(table, seen));
    else if (outcome.kind === 'waiting') form.reset();
    else if (outcome.kind === 'conflict') setConflict({ changes, ...outcome });
    else setFailed({ error: toApiError(errorOf({ outcome })), values: { ...seen, ...changes } });
  };

  const save = async () => {
    const { changes, problems } = form.check();
    setTried(true);
    if (pending) return;
    if (!isEmpty(problems)) return setInvalid((before) => before + 1);
    if (!isNew && isEmpty(changes)) form.reset();
    else await attempt(() => (isNew || !form.seen ? insert(changes) : update(form.seen, changes)));
  };

  const atFields = useFieldRefusals(failed, isNew);
  return {
    ...{ pending, saved, invalid, refused, conflict },
    error: isEmpty(atFields) ? refused : null,
    problems: { ...(tried ? form.check().problems : {}), ...atFields },
    save,
    resolve: (seen, changes, givenUp) => {
      form.rebase(seen, givenUp);
      if (!isEmpty(changes)) void attempt(() => update(seen, changes));
    },
    dropConflict: () => setConflict(null),
    forget: () => {
      setTried(false);
      setFailed(null);
    },
  };
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0;

interface Failed {
  error: ApiError;
  values: Row;
}

/** One sending at a time, and why the last one failed. */
function useAttempt() {
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
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
function useFieldRefusals(failed: Failed | null, isNew: boolean): Readonly<Record<string, ReactNode>> {
  const { table } = useTable();
  const schema = useSchema();
  if (!failed) return {};
  const { error, values } = failed;
  const fields = isNew ? newColumns(table) : formColumns(table);
  const columns = refusedColumns(error, table).filter(
    (column) => fields.includes(column) && fieldLock(table, column, isNew) === undefined,
  );
  const text = refusalText(error, { schema, table, values });
  return Object.fromEntries(
    columns.map((column, i) => [
      column.name,
      i === 0 ? <FieldRefusal key={column.name} {...{ error, text }} /> : text.sentence,
    ]),
  );
}
