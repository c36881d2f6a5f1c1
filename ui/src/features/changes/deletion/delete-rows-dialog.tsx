import { useState } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { toast } from '@/components/overlays/toast';
import type { Row } from '@/data/rows/row';
import { headingOf } from '@/data/values/value.utils';
import type { UndoStep } from '@/data/writes/history/history';
import { formatPlural } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { errorOf } from '@/table/changes/failed-edit-notice';
import { TableErrorTextProvider } from '@/table/changes/table-error-text-provider';
import { useUndo } from '@/table/changes/use-undo';
import {
  describeDeleted,
  describeUndo,
  type FailedDelete,
  failedDeletesOf,
} from '@/table/deletion/delete-texts';
import { ReferencingRecords } from '@/table/deletion/referencing-records';
import { useTable } from '@/table/table-context';
import { FailedDeletes } from './failed-deletes';

export interface DeleteRowsDialogProps {
  /** The rows to delete; null while nothing is asked. */
  rows: readonly Row[] | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before rows are deleted, naming them. Those that the database keeps stay asked about, with the reason. */
export function DeleteRowsDialog({ rows: asked, onClose, onDeleted }: DeleteRowsDialogProps) {
  const { table } = useTable();
  const schema = useSchema();
  const { left, pending, error, remove, forget } = useDeleteRows(onDeleted);
  const close = () => {
    forget();
    onClose();
  };
  const rows = left ? left.map(({ row }) => row) : asked;
  const count = rows?.length ?? 0;
  const changed = left?.some(({ outcome }) => outcome.kind === 'conflict') ?? false;
  const what = count === 1 && rows?.[0] ? headingOf(table, rows[0]) : formatPlural(count, 'row');
  const only = left?.length === 1 && left[0]?.outcome.kind !== 'conflict' ? left[0] : undefined;
  const verb = count === 1 ? 'Delete' : `Delete ${formatPlural(count, 'row')}`;
  return (
    <TableErrorTextProvider table={table} values={count === 1 ? rows?.[0] : undefined}>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && close()}
        title={count === 1 ? `Delete ${what}?` : `Delete ${what} from ${table.title}?`}
        lostItems={count > 1 && !left ? rows?.map((row) => headingOf(table, row)) : []}
        confirmLabel={changed ? `${verb} all the same` : verb}
        pending={pending}
        error={error ?? (only && errorOf(only))}
        onConfirm={async () => {
          if (rows && (await remove(rows, changed))) close();
        }}
      >
        {left && !only && <FailedDeletes table={table} left={left} />}
        {rows && <ReferencingRecords table={table} rows={rows} />}
        <p>{describeUndo(schema, table)}</p>
      </ConfirmDialog>
    </TableErrorTextProvider>
  );
}

/** Deletes, tells what was, and keeps what was not. */
function useDeleteRows(onDeleted: () => void) {
  const { table, edits } = useTable();
  const { undoBatch } = useUndo(table);
  const [left, setLeft] = useState<readonly FailedDelete[] | null>(null);
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(false);

  /** Answers whether nothing is left to be asked. */
  const remove = async (rows: readonly Row[], isForced: boolean): Promise<boolean> => {
    setPending(true);
    setError(undefined);
    const step: UndoStep = {};
    try {
      const outcomes = await edits.remove(rows, { isForced, step });
      const said = describeDeleted(outcomes);
      const undo = { label: 'Undo', onClick: () => void undoBatch(step.batch) };
      if (said.done) toast.done(said.done, table.privileges.insert ? undo : undefined);
      if (said.queued) toast.info(said.queued, undo);
      const kept = failedDeletesOf(rows, outcomes);
      setLeft(kept.length > 0 ? kept : null);
      if (kept.length < rows.length) onDeleted();
      return kept.length === 0;
    } catch (caught) {
      setError(caught);
      return false;
    } finally {
      setPending(false);
    }
  };
  const forget = () => {
    setLeft(null);
    setError(undefined);
  };
  return { left, pending, error, remove, forget };
}
