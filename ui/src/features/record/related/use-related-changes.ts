import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import { identityOf } from '@/data/paging/cursor/keyset.utils';
import { type RelatedTable, unlinkChanges } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import type { WriteOutcome } from '@/data/writes/batches/row-write';
import { useChangeSession } from '@/table/change-session-context';
import { useTable } from '@/table/table-context';
import { toOutcomeError } from '../form/outcome-error';

export interface RelatedChanges {
  /** Unlinking empties the foreign key; without it a row is deleted to be unlinked. */
  unlinkValues: Row | undefined;
  /** Whether this role may unlink a row, one way or the other. */
  canUnlink: boolean;
  pending: boolean;
  /** Why the last change failed. */
  error: unknown;
  unlink: (row: Row) => Promise<void>;
  /** Makes a row that exists refer to the record. */
  link: (row: Row, values: Row) => Promise<void>;
  /** Adds a row, which needs nothing but these values. */
  add: (values: Row) => Promise<void>;
  /** Answers whether it went. */
  remove: (row: Row) => Promise<boolean>;
  /** To be called when rows were changed by another way. */
  refresh: () => Promise<void>;
  dismiss: () => void;
}

/** Changes to the rows that refer to a record: guarded and told like any other edit, each with its undo. */
export function useRelatedChanges(related: RelatedTable): RelatedChanges {
  const { table, farRelation } = related;
  const page = useTable();
  const client = useQueryClient();
  const visit = useChangeSession();
  const edits = visit.edits(table);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const unlinkValues = farRelation ? undefined : unlinkChanges(related);

  // The record itself too: triggers may keep sums and counts in it.
  const refresh = async () => {
    const tables = [table, page.table, ...(farRelation ? [farRelation.target] : [])];
    await Promise.all(tables.map((each) => client.invalidateQueries({ queryKey: rowKeys.table(each) })));
  };
  const tell = useUndoToast(refresh);
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
  const conclude = (outcome: WriteOutcome, done: string) => {
    if (outcome.kind === 'saved') tell(done);
    else if (outcome.kind === 'queued') toast.info('It waits, and is saved as soon as it can be sent.');
    else throw toOutcomeError(outcome);
  };
  const save = (row: Row, changes: Row, done: string) =>
    attempt(async () => {
      conclude(await edits.save(row, changes, true), done);
    });
  return {
    unlinkValues,
    canUnlink: unlinkValues !== undefined || (table.privileges.delete && identityOf(table) !== undefined),
    pending,
    error,
    refresh,
    dismiss: () => setError(null),
    unlink: async (row) => void (unlinkValues && (await save(row, unlinkValues, 'Unlinked.'))),
    link: async (row, values) => void (await save(row, values, 'Linked.')),
    add: async (values) =>
      void (await attempt(async () => {
        conclude(await edits.create(values, 'Linked'), 'Added.');
      })),
    remove: (row) =>
      attempt(async () => {
        const [outcome] = await edits.remove([row], { title: farRelation ? 'Unlinked' : 'Deleted' });
        if (outcome) conclude(outcome, farRelation ? 'Unlinked.' : 'Deleted.');
      }),
  };
}

/** Says what was done last, and offers to take it back. */
function useUndoToast(refresh: () => Promise<void>) {
  const visit = useChangeSession();
  return (done: string) => {
    const change = visit.history.snapshot().nextUndo;
    const undo = () =>
      visit.replay('undo', change, true).then((replay) => {
        const refused = replay?.rejected[0];
        if (refused) toast.error(toOutcomeError(refused.rejection), 'This could not be undone.');
        return refresh();
      });
    toast.done(done, { label: 'Undo', onClick: () => void undo() });
  };
}
