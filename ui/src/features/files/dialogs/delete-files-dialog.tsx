import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import type { FileEntry } from '@/lib/api.gen';
import { placeholderName } from '../api/folder';
import { filesMessages } from '../files-messages';
import { fileJobs } from '../jobs/file-jobs';
import { contentsQuery } from './folder-contents';

const messages = filesMessages.deleteDialog;

export interface DeleteFilesDialogProps {
  bucket: string;
  /** The files and folders to delete; null closes the dialog. */
  entries: readonly FileEntry[] | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Counts the files to delete, with those in folders, and starts the job that deletes exactly these. */
export function DeleteFilesDialog({ bucket, entries, onDone, onCancel }: DeleteFilesDialogProps) {
  const listed = entries ?? [];
  const [counted, setCounted] = useState(0);
  const contents = useQuery({
    ...contentsQuery(bucket, listed, setCounted),
    enabled: entries !== null,
  });
  useEffect(() => {
    if (entries !== null) setCounted(0);
  }, [entries]);
  const confirm = () => {
    if (!contents.data) return;
    fileJobs.start({
      ...{ kind: 'delete', bucket },
      sources: listed.map(({ path, folder }) => ({ path, isFolder: folder, newPath: null })),
      objects: contents.data.map(({ path }) => ({ from: path, to: null })),
    });
    onDone();
  };
  const files = contents.data?.filter(({ name }) => name !== placeholderName) ?? [];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <ConfirmDialog
      open={entries !== null}
      onOpenChange={(open) => !open && onCancel()}
      {...describeDeletion(listed)}
      lostItems={listed.map((entry) => (entry.folder ? messages.folderContents(entry.name) : entry.name))}
      isDisabled={contents.data === undefined}
      onConfirm={confirm}
    >
      {contents.isError ? (
        <ErrorNotice error={contents.error} onRetry={() => void contents.refetch()} />
      ) : (
        <b role="status">
          {contents.data ? messages.contents(files.length, bytes) : messages.counting(counted)}
        </b>
      )}{' '}
      {messages.warning}
    </ConfirmDialog>
  );
}

/** Returns the title and the button of the dialog for the entries to delete. */
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
