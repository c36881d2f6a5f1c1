import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { IconButton } from '@/components/controls/icon-button';
import type { FileEntry } from '@/lib/api.gen';
import { formatBytes, formatDateTime } from '@/lib/text/format';
import { getFileURL } from '../api/file-operations';
import { EntryMenuButton, type EntryMenuProps } from '../entries/entry-menu';
import { filesMessages } from '../files-messages';
import styles from './preview-dialog.module.css';

const messages = filesMessages.preview;

export interface PreviewBarProps extends EntryMenuProps {
  /** Position of the file in the folder, from 1. */
  position: number;
  fileCount: number;
  /** Shows the previous file; undefined for the first file. */
  onPrevious: (() => void) | undefined;
  /** Shows the next file; undefined for the last file. */
  onNext: (() => void) | undefined;
}

/** Title bar of the preview: the file's details, navigation and actions. */
export function PreviewBar({ position, fileCount, onPrevious, onNext, ...menu }: PreviewBarProps) {
  const { bucket, entry } = menu;
  return (
    <div className={styles.bar}>
      <div className={styles.fileInfo}>
        <b dir="auto">{entry.name}</b>
        <small>{formatFileDetails(entry)}</small>
      </div>
      <span className={styles.position}>{messages.position(position, fileCount)}</span>
      <IconButton
        label={messages.previous}
        keys="arrowleft"
        icon={<ChevronLeft aria-hidden />}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <IconButton
        label={messages.next}
        keys="arrowright"
        icon={<ChevronRight aria-hidden />}
        disabled={!onNext}
        onClick={onNext}
      />
      <a
        className={styles.download}
        href={getFileURL(bucket, entry)}
        download={entry.name}
        aria-label={messages.downloadFile(entry.name)}
      >
        <Download size={15} aria-hidden /> <span aria-hidden>{messages.download}</span>
      </a>
      <EntryMenuButton {...menu} />
      <Radix.Close asChild>
        <IconButton label={messages.close} keys="escape" icon={<X aria-hidden />} />
      </Radix.Close>
    </div>
  );
}

function formatFileDetails(entry: FileEntry): string {
  const modified = entry.updatedAt ? formatDateTime(new Date(entry.updatedAt)) : '';
  return [formatBytes(entry.size), entry.mimeType, modified].filter(Boolean).join(' · ');
}
