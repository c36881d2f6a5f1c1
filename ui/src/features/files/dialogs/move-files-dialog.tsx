import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, CornerLeftUp, Folder } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import type { FileEntry } from '@/lib/api.gen';
import { getParentPath, joinPath } from '@/lib/files/file-checks';
import { useMoveFiles } from '../api/file-operations';
import { folderQuery } from '../api/folder';
import { filesMessages } from '../files-messages';
import styles from './move-files-dialog.module.css';

const { moveDialog: messages, moveResult } = filesMessages;

export interface MoveFilesDialogProps {
  bucket: string;
  /** The current folder, which the folder picker shows first. */
  prefix: string;
  /** The files and folders to move; null closes the dialog. */
  entries: readonly FileEntry[] | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for the folder to which files and folders are moved, and moves them. */
export function MoveFilesDialog({ bucket, prefix, entries, onDone, onCancel }: MoveFilesDialogProps) {
  const [folder, setFolder] = useState(prefix);
  const move = useMoveFiles(bucket);
  const listed = entries ?? [];
  const cancel = () => {
    move.reset();
    onCancel();
  };
  const requests = listed.map((entry) => ({ entry, newPath: joinPath(folder, entry.name) }));
  const isCurrentFolder = requests.every(({ entry, newPath }) => entry.path === newPath);
  const isInsideItself = listed.some(
    (entry) => entry.folder && (folder === entry.path || folder.startsWith(`${entry.path}/`)),
  );
  const moveHere = () =>
    move.mutate(requests, {
      onSuccess: (count) => {
        toast.done(moveResult.moved(count, folder === '' ? bucket : folder));
        onDone();
      },
    });
  return (
    <Dialog
      open={entries !== null}
      onOpenChange={(next) => !next && !move.isPending && cancel()}
      title={formatTitle(listed)}
      footer={
        <>
          <Button onClick={cancel} disabled={move.isPending}>
            {messages.cancel}
          </Button>
          <Button
            variant="primary"
            pending={move.isPending}
            disabled={isCurrentFolder || isInsideItself}
            onClick={moveHere}
          >
            {messages.move}
          </Button>
        </>
      }
    >
      <FolderPicker bucket={bucket} folder={folder} onFolder={setFolder} />
      {move.isError && <ErrorNotice error={move.error} title={moveResult.failed} className={styles.error} />}
    </Dialog>
  );
}

function formatTitle(entries: readonly FileEntry[]): string {
  const { length: count, 0: first } = entries;
  return count === 1 && first ? messages.title(first.name) : messages.titleOfSeveral(count);
}

interface FolderPickerProps {
  bucket: string;
  folder: string;
  onFolder: (folder: string) => void;
}

function FolderPicker({ bucket, folder, onFolder }: FolderPickerProps) {
  const list = useInfiniteQuery(folderQuery({ bucket, prefix: folder, sort: 'name.asc' }));
  const folders = list.data?.pages.flatMap((page) => page.entries).filter((entry) => entry.folder) ?? [];
  return (
    <div className={styles.picker}>
      <p className={styles.currentFolder} dir="auto">
        {[bucket, ...folder.split('/').filter(Boolean)].join(' / ')}
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
