import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import { type RelatedTable, unlinkChanges } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import type { WriteOutcome } from '@/data/writes/batches/row-write';
import { useChangeSession } from '@/table/change-session-context';
import { useTable } from '@/table/table-context';
import { toOutcomeError } from '../form/outcome-error';
import { recordMessages } from '../record-messages';

const messages = recordMessages.related;
const { changeTitles } = messages;

export interface RelatedChanges {
  /** The values that clear the foreign key; undefined if a row can only be unlinked by deleting it. */
  unlinkValues: Row | undefined;
  /** Whether the role can unlink a row, by a change or a delete. */
  canUnlink: boolean;
  pending: boolean;
  /** The error of the last change. */
  error: unknown;
  unlink: (row: Row) => Promise<void>;
  /** Links an existing row to the record. */
  link: (row: Row, values: Row) => Promise<void>;
  /** Adds a row with these values. */
  add: (values: Row) => Promise<void>;
  /** Deletes a row. Returns whether it was deleted or queued. */
  remove: (row: Row) => Promise<boolean>;
  /** Reloads the rows after a change that was not made by these functions. */
  refresh: () => Promise<void>;
  /** Clears the error. */
  dismiss: () => void;
}

/** Changes the rows that refer to a record. Each change is guarded, and a toast confirms it and offers undo. */
export function useRelatedChanges(related: RelatedTable): RelatedChanges {
  const { table, farRelation } = related;
  const page = useTable();
  const client = useQueryClient();
  const changeSession = useChangeSession();
  const edits = changeSession.edits(table);
  const unlinkValues = farRelation ? undefined : unlinkChanges(related);

  // Also reloads the record itself, because triggers can update its sums and counts.
  const refresh = async () => {
    const tables = [table, page.table, ...(farRelation ? [farRelation.target] : [])];
    await Promise.all(tables.map((each) => client.invalidateQueries({ queryKey: rowKeys.table(each) })));
  };
  const showDone = useUndoToast(refresh);
  const { pending, error, attempt, dismiss } = useAttempt(refresh);
  const reportOutcome = (outcome: WriteOutcome, done: string) => {
    if (outcome.kind === 'saved') showDone(done);
    else if (outcome.kind === 'queued') toast.info(messages.queued);
    else throw toOutcomeError(outcome);
  };
  const save = (row: Row, changes: Row, done: string) =>
    attempt(async () => {
      reportOutcome(await edits.save(row, changes, true), done);
    });
  return {
    unlinkValues,
    canUnlink: unlinkValues !== undefined || (table.privileges.delete && findIdentity(table) !== undefined),
    pending,
    error,
    refresh,
    dismiss,
    unlink: async (row) => void (unlinkValues && (await save(row, unlinkValues, messages.unlinked))),
    link: async (row, values) => void (await save(row, values, messages.linked)),
    add: async (values) =>
      void (await attempt(async () => {
        reportOutcome(await edits.create(values, changeTitles.linked), messages.added);
      })),
    remove: (row) =>
      attempt(async () => {
        const [outcome] = await edits.remove([row], {
          title: farRelation ? changeTitles.unlinked : changeTitles.deleted,
        });
        if (outcome) reportOutcome(outcome, farRelation ? messages.unlinked : messages.deleted);
      }),
  };
}

/** Returns the function that makes a change and then refreshes, whether it is running, and its last error. */
function useAttempt(refresh: () => Promise<void>) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const attempt = async (change: () => Promise<void>): Promise<boolean> => {
    setPending(true);
    setError(null);
    try {
      await change();
      await refresh();
      return true;
    } catch (caught) {
      setError(caught);
      return false;
    } finally {
      setPending(false);
    }
  };
  return { pending, error, attempt, dismiss: () => setError(null) };
}

/** Returns a function that confirms the last change in a toast with an Undo button. */
function useUndoToast(refresh: () => Promise<void>) {
  const changeSession = useChangeSession();
  return (done: string) => {
    const change = changeSession.history.snapshot().nextUndo;
    const undo = () =>
      changeSession.replay('undo', change, true).then((replay) => {
        const rejected = replay?.rejected[0];
        if (rejected) toast.error(toOutcomeError(rejected.rejection), messages.undoFailed);
        return refresh();
      });
    toast.done(done, { label: messages.undo, onClick: () => void undo() });
  };
}
