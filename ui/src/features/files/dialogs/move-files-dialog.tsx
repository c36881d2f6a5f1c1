import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, CornerLeftUp, Folder } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { Dialog } from '@/components/overlays/dialog';
import type { FileEntry } from '@/lib/api.gen';
import { getParentPath, joinPath } from '@/lib/files/file-checks';
import { folderQuery } from '../api/folder';
import { filesMessages } from '../files-messages';
import { isInside, startTransfer } from '../jobs/start-jobs';
import styles from './move-files-dialog.module.css';

const messages = filesMessages.moveDialog;

export interface MoveFilesDialogProps {
  kind: 'move' | 'copy';
  bucket: string;
  bucketTitle: string;
  /** The current folder, which the folder picker shows first. */
  prefix: string;
  /** The files and folders to move or copy; null closes the dialog. */
  entries: readonly FileEntry[] | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for the folder to which files and folders are moved or copied, and starts the job. */
export function MoveFilesDialog(props: MoveFilesDialogProps) {
  const { kind, bucket, bucketTitle, prefix, entries, onDone, onCancel } = props;
  const [folder, setFolder] = useState(prefix);
  useEffect(() => {
    if (entries !== null) setFolder(prefix);
  }, [entries, prefix]);
  const listed = entries ?? [];
  const isCurrentFolder = listed.every((entry) => entry.path === joinPath(folder, entry.name));
  return (
    <Dialog
      open={entries !== null}
      onOpenChange={(next) => !next && onCancel()}
      title={formatTitle(messages.titles[kind], listed)}
      footer={
        <>
          <Button onClick={onCancel}>{messages.cancel}</Button>
          <Button
            variant="primary"
            disabled={isCurrentFolder || isInside(folder, listed)}
            onClick={() => {
              startTransfer(kind, bucket, listed, folder);
              onDone();
            }}
          >
            {messages.confirm[kind]}
          </Button>
        </>
      }
    >
      <FolderPicker {...{ bucket, bucketTitle, folder }} onFolder={setFolder} />
    </Dialog>
  );
}

function formatTitle(
  titles: (typeof messages.titles)['move'],
  { length: count, 0: first }: readonly FileEntry[],
): string {
  return count === 1 && first ? titles.one(first.name) : titles.several(count);
}

interface FolderPickerProps {
  bucket: string;
  bucketTitle: string;
  folder: string;
  onFolder: (folder: string) => void;
}

function FolderPicker({ bucket, bucketTitle, folder, onFolder }: FolderPickerProps) {
  const list = useInfiniteQuery(folderQuery({ bucket, prefix: folder, sort: 'name.asc' }));
  const folders = list.data?.pages.flatMap((page) => page.entries).filter((entry) => entry.folder) ?? [];
  return (
    <div className={styles.picker}>
      <p className={styles.currentFolder} dir="auto">
        {[bucketTitle, ...folder.split('/').filter(Boolean)].join(' / ')}
      </p>
      <ul className={styles.folders} aria-label={messages.folders} aria-busy={list.isPending}>
        {folder !== '' && (
          <li>
            <button type="button" className={styles.folder} onClick={() => onFolder(getParentPath(folder))}>
              <CornerLeftUp size={15} aria-hidden /> {messages.parentFolder}
            </button>
          </li>
        )}
        {list.isPending && <Skeleton className={styles.skeleton} />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => list.refetch()} />}
        {folders.map((entry) => (
          <li key={entry.path}>
            <button type="button" className={styles.folder} onClick={() => onFolder(entry.path)}>
              <Folder size={15} aria-hidden />
              <span dir="auto">{entry.name}</span>
              <ChevronRight size={14} aria-hidden />
            </button>
          </li>
        ))}
        {list.data && folders.length === 0 && <li className={styles.empty}>{messages.noFolders}</li>}
      </ul>
    </div>
  );
}
