import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { type Related, relatedTitle } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { rowNoun } from '@/data/values/value.utils';
import { DeleteReferences } from '@/table/deletion/delete-references';
import type { RelatedChanges } from './use-related-changes';

export interface UnlinkDialogProps {
  related: Related;
  /** The row to delete; null while nothing is asked. */
  doomed: Row | null;
  changes: RelatedChanges;
  onClose: () => void;
}

/** Asks before a row is deleted in order to unlink it. */
export function UnlinkDialog({ related, doomed, changes, onClose }: UnlinkDialogProps) {
  const { table } = related;
  const noun = rowNoun(table) ?? 'row';
  const confirm = async () => {
    if (doomed && (await changes.remove(doomed))) onClose();
  };
  return (
    <ConfirmDialog
      open={doomed !== null}
      onOpenChange={(open) => {
        if (open) return;
        changes.dismiss();
        onClose();
      }}
      title={`Delete the ${noun} “${doomed ? relatedTitle(related, doomed) : ''}”?`}
      confirmLabel="Delete"
      pending={changes.pending}
      error={changes.error}
      onConfirm={() => void confirm()}
    >
      <p>It can’t be without this record: its reference can’t be empty, or isn’t yours to change.</p>
      {doomed && <DeleteReferences table={table} rows={[doomed]} />}
    </ConfirmDialog>
  );
}
