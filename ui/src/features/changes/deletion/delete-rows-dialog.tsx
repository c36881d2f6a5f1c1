import { useState } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { toast } from '@/components/overlays/toast';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import type { UndoStep } from '@/data/writes/history/change';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { getError } from '@/table/changes/edit-error';
import { TableErrorTextProvider } from '@/table/changes/table-error-text-provider';
import { useUndo } from '@/table/changes/use-undo';
import {
  describeDeleted,
  describeUndo,
  type FailedDelete,
  listFailedDeletes,
} from '@/table/deletion/delete-texts';
import { ReferencingRecords } from '@/table/deletion/referencing-records';
import { useTable } from '@/table/table-context';
import { changesMessages } from '../changes-messages';
import { FailedDeletes } from './failed-deletes';

export interface DeleteRowsDialogProps {
  /** The rows to delete; null while the dialog is closed. */
  rows: readonly Row[] | null;
  onClose: () => void;
  onDeleted: () => void;
}

const messages = changesMessages.deletion;

/**
 * Asks before rows are deleted, and names them. If the database rejects some deletes, the dialog stays open with these
 * rows and the reasons. Rows that someone else changed can then be deleted anyway.
 */
export function DeleteRowsDialog({ rows: requestedRows, onClose, onDeleted }: DeleteRowsDialogProps) {
  const { table } = useTable();
  const schema = useSchema();
  const { failed, pending, error, remove, reset } = useDeleteRows(onDeleted);
  const close = () => {
    reset();
    onClose();
  };
  const rows = failed ? failed.map(({ row }) => row) : requestedRows;
  const count = rows?.length ?? 0;
  const hasConflict = failed?.some(({ outcome }) => outcome.kind === 'conflict') ?? false;
  const onlyRejection =
    failed?.length === 1 && failed[0]?.outcome.kind !== 'conflict' ? failed[0] : undefined;
  return (
    <TableErrorTextProvider table={table} values={count === 1 ? rows?.[0] : undefined}>
      <ConfirmDialog
        open={requestedRows !== null}
        onOpenChange={(open) => !open && close()}
        title={rows && formatQuestion(table, rows)}
        lostItems={count > 1 && !failed ? rows?.map((row) => getRowHeading(table, row)) : []}
        confirmLabel={formatConfirmLabel(count, hasConflict)}
        pending={pending}
        error={error ?? (onlyRejection && getError(onlyRejection))}
        onConfirm={async () => {
          if (rows && (await remove(rows, hasConflict))) close();
        }}
      >
        {failed && !onlyRejection && <FailedDeletes table={table} failed={failed} />}
        {rows && <ReferencingRecords table={table} rows={rows} />}
        {rows && <p>{describeUndo(schema, table, rows)}</p>}
      </ConfirmDialog>
    </TableErrorTextProvider>
  );
}

function formatQuestion(table: Table, rows: readonly Row[]): string {
  const [first] = rows;
  return rows.length === 1 && first
    ? messages.question(getRowHeading(table, first))
    : messages.questionOfRows(messages.rows(rows.length), table.title);
}

function formatConfirmLabel(count: number, isForced: boolean): string {
  if (count === 1) return isForced ? messages.deleteAnyway : messages.delete;
  return isForced ? messages.deleteRowsAnyway(count) : messages.deleteRows(count);
}

interface RowsDeletion {
  /** The rows that were not deleted by the last attempt; null if there are none. */
  failed: readonly FailedDelete[] | null;
  pending: boolean;
  error: unknown;
  /** Deletes rows; if `isForced`, also rows that someone else changed. Returns whether all were deleted or queued. */
  remove: (rows: readonly Row[], isForced: boolean) => Promise<boolean>;
  reset: () => void;
}

/** Deletes rows as one change, shows a toast with Undo, and returns the rows that were not deleted. */
function useDeleteRows(onDeleted: () => void): RowsDeletion {
  const { table, edits } = useTable();
  const { undoBatch } = useUndo(table);
  const [failed, setFailed] = useState<readonly FailedDelete[] | null>(null);
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const remove = async (rows: readonly Row[], isForced: boolean): Promise<boolean> => {
    setPending(true);
    setError(undefined);
    const step: UndoStep = {};
    try {
      const outcomes = await edits.remove(rows, { isForced, step });
      const texts = describeDeleted(outcomes);
      const undo = { label: messages.undo, onClick: () => void undoBatch(step.batch) };
      if (texts.done) toast.done(texts.done, table.privileges.insert ? undo : undefined);
      if (texts.queued) toast.info(texts.queued, undo);
      const newlyFailed = listFailedDeletes(rows, outcomes);
      setFailed(newlyFailed.length > 0 ? newlyFailed : null);
      if (newlyFailed.length < rows.length) onDeleted();
      return newlyFailed.length === 0;
    } catch (caught) {
      setError(caught);
      return false;
    } finally {
      setPending(false);
    }
  };
  const reset = () => {
    setFailed(null);
    setError(undefined);
  };
  return { failed, pending, error, remove, reset };
}
