import { useState } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { toast } from '@/components/overlays/toast';
import { ApiError } from '@/lib/api';
import type { FileEntry, FileRemoveResponse } from '@/lib/api.gen';
import { formatPlural } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { useDeleteFiles } from '../api/file-operations';

export interface DeleteFilesDialogProps {
  bucket: string;
  /** null: closed. */
  entries: readonly FileEntry[] | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Names the files that would be lost, and deletes them. What was refused is told, not passed over. */
export function DeleteFilesDialog({ bucket, entries, onDone, onCancel }: DeleteFilesDialogProps) {
  const { role } = useSchema();
  const remove = useDeleteFiles(bucket);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const shown = entries ?? [];
  const folders = shown.filter((entry) => entry.folder).length;
  const [only] = shown;
  const count = formatPlural(shown.length, folders > 0 ? 'item' : 'file');
  const what = shown.length === 1 && only ? `“${only.name}”` : count;

  const finish = ({ removed, failed }: FileRemoveResponse) => {
    if (failed.length > 0) {
      setRefusal(makeRejectionError(failed, removed.length, role));
      return;
    }
    toast.done(`${formatPlural(removed.length, 'file')} deleted`);
    onDone();
  };
  const cancel = () => {
    remove.reset();
    setRefusal(null);
    onCancel();
  };
  return (
    <ConfirmDialog
      open={entries !== null}
      onOpenChange={(next) => !next && cancel()}
      title={`Delete ${what}?`}
      lostItems={shown.map((entry) => (entry.folder ? `${entry.name}/ and all that is in it` : entry.name))}
      confirmLabel={`Delete ${shown.length === 1 ? (folders === 1 ? 'folder' : 'file') : count}`}
      pending={remove.isPending}
      error={remove.error ?? refusal}
      onConfirm={() => {
        setRefusal(null);
        remove.mutate(shown, { onSuccess: finish });
      }}
    >
      This can’t be undone.
    </ConfirmDialog>
  );
}

function makeRejectionError(refused: readonly string[], removed: number, role: string): ApiError {
  return new ApiError({
    code: 'files_refused',
    message: `${formatPlural(refused.length, 'file')} could not be deleted${removed > 0 ? `; ${removed} were` : ''}.`,
    details: refused.join('\n'),
    hint: `A policy doesn’t let the role ${role} delete them, or they are gone already.`,
    status: 0,
    requestId: '',
  });
}
