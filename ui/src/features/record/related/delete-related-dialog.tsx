import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { formatRelatedTitle, type RelatedTable } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { findRowNoun } from '@/data/titles/row-titles';
import { ReferencingRecords } from '@/table/deletion/referencing-records';
import { recordMessages } from '../record-messages';
import type { RelatedChanges } from './use-related-changes';

const messages = recordMessages.related;

export interface DeleteRelatedDialogProps {
  related: RelatedTable;
  /** The row to delete; null while the dialog is closed. */
  rowToDelete: Row | null;
  changes: RelatedChanges;
  onClose: () => void;
}

/** Asks before a row is deleted because it can't be unlinked. */
export function DeleteRelatedDialog({ related, rowToDelete, changes, onClose }: DeleteRelatedDialogProps) {
  const { table } = related;
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
      title={messages.deleteTitle(
        findRowNoun(table),
        rowToDelete ? formatRelatedTitle(related, rowToDelete) : '',
      )}
      confirmLabel={messages.delete}
      pending={changes.pending}
      error={changes.error}
      onConfirm={() => void confirm()}
    >
      <p>{messages.deleteHint}</p>
      {rowToDelete && <ReferencingRecords table={table} rows={[rowToDelete]} />}
    </ConfirmDialog>
  );
}
