import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { type RelatedTable, relatedTitle } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { rowNoun } from '@/data/values/value.utils';
import { ReferencingRecords } from '@/table/deletion/referencing-records';
import type { RelatedChanges } from './use-related-changes';

export interface DeleteRelatedDialogProps {
  related: RelatedTable;
  /** The row to delete; null while nothing is asked. */
  rowToDelete: Row | null;
  changes: RelatedChanges;
  onClose: () => void;
}

/** Asks before a row is deleted in order to unlink it. */
export function DeleteRelatedDialog({ related, rowToDelete, changes, onClose }: DeleteRelatedDialogProps) {
  const { table } = related;
  const noun = rowNoun(table) ?? 'row';
  const confirm = async () => {
    if (rowToDelete && (await changes.remove(rowToDelete))) onClose();
  };
  return (
    <ConfirmDialog
      open={rowToDelete !== null}
      onOpenChange={(open) => {
        if (open) return;
        changes.dismiss();
        onClose();
      }}
      title={`Delete the ${noun} “${rowToDelete ? relatedTitle(related, rowToDelete) : ''}”?`}
      confirmLabel="Delete"
      pending={changes.pending}
      error={changes.error}
      onConfirm={() => void confirm()}
    >
      <p>It can’t be without this record: its reference can’t be empty, or isn’t yours to change.</p>
      {rowToDelete && <ReferencingRecords table={table} rows={[rowToDelete]} />}
    </ConfirmDialog>
  );
}
