import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, CornerLeftUp, Folder } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import type { FileEntry } from '@/lib/api.gen';
import { getParentPath, joinPath } from '@/lib/files/file-checks';
import { formatPlural } from '@/lib/format';
import { useMoveFiles } from '../api/file-operations';
import { folderQuery } from '../api/folder';
import styles from './move-files-dialog.module.css';

export interface MoveFilesDialogProps {
  bucket: string;
  /** The folder that is shown, where choosing begins. */
  prefix: string;
  /** null: closed. */
  entries: readonly FileEntry[] | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for a folder to move things to. */
export function MoveFilesDialog({ bucket, prefix, entries, onDone, onCancel }: MoveFilesDialogProps) {
  const [folder, setFolder] = useState(prefix);
  const move = useMoveFiles(bucket);
  const shown = entries ?? [];
  const [only] = shown;
  const cancel = () => {
    move.reset();
    onCancel();
  };
  const requests = shown.map((entry) => ({ entry, newPath: joinPath(folder, entry.name) }));
  const stays = requests.every(({ entry, newPath: to }) => entry.path === to);
  const into = shown.some(
    (entry) => entry.folder && (folder === entry.path || folder.startsWith(`${entry.path}/`)),
  );
  const run = () =>
    move.mutate(requests, {
      onSuccess: (count) => {
        toast.done(`${formatPlural(count, 'file')} moved to ${folder === '' ? bucket : folder}`);
        onDone();
      },
    });
  return (
    <Dialog
      open={entries !== null}
      onOpenChange={(next) => !next && !move.isPending && cancel()}
      title={`Move ${shown.length === 1 && only ? `“${only.name}”` : formatPlural(shown.length, 'item')}`}
      footer={
        <>
          <Button onClick={cancel} disabled={move.isPending}>
            Cancel
          </Button>
          <Button variant="primary" pending={move.isPending} disabled={stays || into} onClick={run}>
            Move here
          </Button>
        </>
      }
    >
      <FolderPicker bucket={bucket} folder={folder} onFolder={setFolder} />
      {move.isError && (
        <ErrorNotice error={move.error} title="Not everything could be moved." className={styles.error} />
      )}
    </Dialog>
  );
}

interface FolderPickerProps {
  bucket: string;
  folder: string;
  onFolder: (folder: string) => void;
}

function FolderPicker({ bucket, folder, onFolder }: FolderPickerProps) {
  const list = useInfiniteQuery(folderQuery({ bucket, prefix: folder, search: '', sort: 'name.asc' }));
  const folders = list.data?.pages.flatMap((page) => page.entries).filter((entry) => entry.folder) ?? [];
  return (
    <div className={styles.picker}>
      <p className={styles.currentFolder} dir="auto">
        {[bucket, ...folder.split('/').filter(Boolean)].join(' / ')}
      </p>
      <ul className={styles.folders} aria-label="Folders" aria-busy={list.isPending}>
        {folder !== '' && (
          <li>
            <button type="button" className={styles.folder} onClick={() => onFolder(getParentPath(folder))}>
              <CornerLeftUp size={15} aria-hidden /> Up
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
        {list.data && folders.length === 0 && <li className={styles.empty}>No folders in here.</li>}
      </ul>
    </div>
  );
}
