import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import type { FileEntry } from '@/lib/api.gen';
import { formatBytes } from '@/lib/text/format';
import { getFileURL } from '../api/file-operations';
import { FileIcon } from '../browser/thumbnails/file-icon';
import { filesMessages } from '../files-messages';
import styles from './preview-state.module.css';

const messages = filesMessages.preview;

export interface NoPreviewProps {
  bucket: string;
  entry: FileEntry;
  children: ReactNode;
}

/** Shown instead of a file's content: the icon, the reason and the download. */
export function NoPreview({ bucket, entry, children }: NoPreviewProps) {
  return (
    <EmptyState
      icon={<FileIcon entry={entry} size={40} />}
      title={entry.name}
      action={
        <a className={styles.download} href={getFileURL(bucket, entry)} download={entry.name}>
          <Download size={15} aria-hidden /> {messages.downloadWithSize(formatBytes(entry.size))}
        </a>
      }
    >
      {entry.mimeType && <p className={styles.type}>{entry.mimeType}</p>}
      {children}
    </EmptyState>
  );
}

export function LoadingSpinner() {
  return <Spinner label={messages.loading} size={22} className={styles.spinner} />;
}

/** Why a file could not be loaded, with a retry. */
export function PreviewError({ query }: { query: UseQueryResult | UseInfiniteQueryResult }) {
  return (
    <div className={styles.failed}>
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    </div>
  );
}
