import { useState } from 'react';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { toast } from '@/components/overlays/toast';
import { ApiError } from '@/lib/api';
import type { FileEntry, FileRemoveResponse } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { useDeleteFiles } from '../api/file-operations';
import { filesMessages } from '../files-messages';

const messages = filesMessages.deleteDialog;

export interface DeleteFilesDialogProps {
  bucket: string;
  /** The files and folders to delete; null closes the dialog. */
  entries: readonly FileEntry[] | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Names the files and folders to delete, and deletes them. Stays open with an error if some were not deleted. */
export function DeleteFilesDialog({ bucket, entries, onDone, onCancel }: DeleteFilesDialogProps) {
  const { role } = useSchema();
  const remove = useDeleteFiles(bucket);
  const [rejection, setRejection] = useState<ApiError | null>(null);
  const listed = entries ?? [];

  const finish = ({ removed, failed }: FileRemoveResponse) => {
    if (failed.length > 0) {
      setRejection(createRejection(failed, removed.length, role));
      return;
    }
    toast.done(messages.deleted(removed.length));
    onDone();
  };
  const cancel = () => {
    remove.reset();
    setRejection(null);
    onCancel();
  };
  return (
    <ConfirmDialog
      open={entries !== null}
      onOpenChange={(open) => !open && cancel()}
      {...describeDeletion(listed)}
      lostItems={listed.map((entry) => (entry.folder ? messages.folderContents(entry.name) : entry.name))}
      pending={remove.isPending}
      error={remove.error ?? rejection}
      onConfirm={() => {
        setRejection(null);
        remove.mutate(listed, { onSuccess: finish });
      }}
    >
      {messages.warning}
    </ConfirmDialog>
  );
}

function describeDeletion(entries: readonly FileEntry[]): { title: string; confirmLabel: string } {
  const { length: count, 0: first } = entries;
  if (count === 1 && first) {
    const confirmLabel = first.folder ? messages.deleteFolder : messages.deleteFile;
    return { title: messages.title(first.name), confirmLabel };
  }
  return entries.some((entry) => entry.folder)
    ? { title: messages.titleOfItems(count), confirmLabel: messages.deleteItems(count) }
    : { title: messages.titleOfFiles(count), confirmLabel: messages.deleteFiles(count) };
}

function createRejection(failedPaths: readonly string[], removedCount: number, role: string): ApiError {
  return new ApiError({
    code: 'files_not_deleted',
    message: messages.notDeleted(failedPaths.length, removedCount),
    details: failedPaths.join('\n'),
    hint: messages.notDeletedReason(role),
    status: 0,
    requestId: '',
  });
}
