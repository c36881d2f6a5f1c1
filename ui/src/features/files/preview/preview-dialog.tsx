import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, useEffect } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Dialog } from '@/components/overlays/dialog';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { getFileKind } from '@/lib/files/file-kind';
import { formatBytes, formatDateTime } from '@/lib/format';
import { getFileURL } from '../api/file-operations';
import { EntryMenuButton } from '../entries/entry-menu';
import type { PendingAction } from '../page/pending-action.types';
import { PreviewContent } from './preview-content';
import styles from './preview-dialog.module.css';

export interface PreviewDialogProps {
  bucket: string;
  /** The files of the folder, in their order: what previous and next go through. */
  entries: readonly FileEntry[];
  /** Path below the folder of the file that is shown; null: closed. */
  relativePath: string | null;
  onShow: (name: string | null) => void;
  getRelativePath: (entry: FileEntry) => string;
  privileges: FilePrivileges;
  onAction: (action: PendingAction) => void;
}

/** A file, large, with what is known of it; the arrow keys lead to the next. */
export function PreviewDialog({
  bucket,
  entries,
  relativePath,
  onShow,
  getRelativePath,
  privileges,
  onAction,
}: PreviewDialogProps) {
  const files = entries.filter((entry) => !entry.folder);
  const at = files.findIndex((entry) => getRelativePath(entry) === relativePath);
  const entry = files[at];
  const previous = files[at - 1];
  const next = at < 0 ? undefined : files[at + 1];
  usePrefetchAdjacentFiles(bucket, [previous, next]);
  const go = (to: FileEntry | undefined) => to && onShow(getRelativePath(to));
  const onKeyDown = (event: KeyboardEvent) => {
    // A player and a text that scrolls have their own use for these keys.
    if (event.target instanceof Element && event.target.closest('video,audio,pre,[role="menu"]')) return;
    if (event.key === 'ArrowLeft') go(previous);
    if (event.key === 'ArrowRight') go(next);
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
        // The arrow keys work from the start, and no button shows its tooltip.
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
      }}
    >
      {entry && (
        <>
          <div className={styles.bar}>
            <div className={styles.fileInfo}>
              <b dir="auto">{entry.name}</b>
              <small>{formatFileDetails(entry)}</small>
            </div>
            <span className={styles.position}>
              {at + 1} of {files.length}
            </span>
            <IconButton
              label="Previous file"
              keys="arrowleft"
              icon={<ChevronLeft aria-hidden />}
              disabled={!previous}
              onClick={() => go(previous)}
            />
            <IconButton
              label="Next file"
              keys="arrowright"
              icon={<ChevronRight aria-hidden />}
              disabled={!next}
              onClick={() => go(next)}
            />
            <a
              className={styles.download}
              href={getFileURL(bucket, entry)}
              download={entry.name}
              aria-label={`Download ${entry.name}`}
            >
              <Download size={15} aria-hidden /> <span aria-hidden>Download</span>
            </a>
            <EntryMenuButton
              bucket={bucket}
              entry={entry}
              privileges={privileges}
              onAction={(action) => {
                onShow(null);
                onAction(action);
              }}
            />
            <Radix.Close asChild>
              <IconButton label="Close" keys="escape" icon={<X aria-hidden />} />
            </Radix.Close>
          </div>
          <div className={styles.stage}>
            <PreviewContent key={entry.path + entry.etag} bucket={bucket} entry={entry} />
          </div>
        </>
      )}
    </Dialog>
  );
}

function formatFileDetails(entry: FileEntry): string {
  const changed = entry.updatedAt ? formatDateTime(new Date(entry.updatedAt)) : '';
  return [formatBytes(entry.size), entry.mimeType, changed].filter(Boolean).join(' · ');
}

/** Pictures beyond this aren't fetched before they are asked for, in bytes. */
const maxPrefetchBytes = 4 * 1024 * 1024;

/** Fetches the pictures before and after, so that they are there when one goes on. */
function usePrefetchAdjacentFiles(bucket: string, entries: readonly (FileEntry | undefined)[]) {
  const wanted = entries.filter(
    (entry) => entry && getFileKind(entry) === 'image' && entry.size <= maxPrefetchBytes,
  );
  const urls = wanted.map((entry) => (entry ? getFileURL(bucket, entry) : '')).join('\n');
  useEffect(() => {
    for (const address of urls.split('\n').filter(Boolean)) new Image().src = address;
  }, [urls]);
}
