import type { KeyboardEvent } from 'react';
import { useEffect } from 'react';
import { Dialog } from '@/components/overlays/dialog';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { getFileKind } from '@/lib/files/file-kind';
import { getFileURL } from '../api/file-operations';
import type { PendingAction } from '../page/pending-action.types';
import { PreviewBar } from './preview-bar';
import { PreviewContent } from './preview-content';
import styles from './preview-dialog.module.css';

export interface PreviewDialogProps {
  bucket: string;
  /** The entries of the folder; the previous and next buttons skip its folders. */
  entries: readonly FileEntry[];
  /** The path of the file, relative to the folder; null closes the dialog. */
  relativePath: string | null;
  onShow: (relativePath: string | null) => void;
  getRelativePath: (entry: FileEntry) => string;
  privileges: FilePrivileges;
  onAction: (action: PendingAction) => void;
}

/** Shows a file's content and details. The left and right arrow keys show the previous and next file. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { bucket, entries, relativePath, onShow, getRelativePath, privileges, onAction } = props;
  const files = entries.filter((entry) => !entry.folder);
  const index = files.findIndex((entry) => getRelativePath(entry) === relativePath);
  const entry = files[index];
  const previous = files[index - 1];
  const next = index < 0 ? undefined : files[index + 1];
  usePrefetchPictures(bucket, [previous, next]);
  const show = (file: FileEntry | undefined) => file && onShow(getRelativePath(file));
  const onKeyDown = (event: KeyboardEvent) => {
    // Players, scrollable texts and menus use the arrow keys themselves.
    if (event.target instanceof Element && event.target.closest('video,audio,[data-scroll],[role="menu"]'))
      return;
    if (event.key === 'ArrowLeft') show(previous);
    if (event.key === 'ArrowRight') show(next);
  };
  return (
    <Dialog
      open={entry !== undefined}
      onOpenChange={(open) => !open && onShow(null)}
      title={entry?.name ?? ''}
      hideTitle
      size="full"
      className={styles.dialog}
      onKeyDown={onKeyDown}
      onOpenAutoFocus={(event) => {
        // Focuses the dialog instead of its first button, so that the button's tooltip does not open.
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
      }}
    >
      {entry && (
        <>
          <PreviewBar
            {...{ bucket, entry, privileges }}
            position={index + 1}
            fileCount={files.length}
            onPrevious={previous && (() => show(previous))}
            onNext={next && (() => show(next))}
            onAction={(action) => {
              onShow(null);
              onAction(action);
            }}
          />
          <div className={styles.stage}>
            <PreviewContent
              key={entry.path + entry.etag}
              bucket={bucket}
              entry={entry}
              onNavigate={(direction) => show(direction === 1 ? next : previous)}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Maximum size of a picture that is loaded before the user opens it, in bytes. */
const maxPrefetchBytes = 4 * 1024 * 1024;

/** Loads the pictures among the entries into the browser's cache. */
function usePrefetchPictures(bucket: string, entries: readonly (FileEntry | undefined)[]) {
  const urls = entries
    .filter((entry) => entry !== undefined)
    .filter((entry) => getFileKind(entry) === 'image' && entry.size <= maxPrefetchBytes)
    .map((entry) => getFileURL(bucket, entry))
    .join('\n');
  useEffect(() => {
    for (const url of urls.split('\n').filter(Boolean)) new Image().src = url;
  }, [urls]);
}
