import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import type { FileEntry } from '@/lib/api.gen';
import { useImage } from '@/lib/display/use-image';
import { getFileKind, hasTextPreview } from '@/lib/files/file-kind';
import { blobQuery, maxTextPreviewBytes, textQuery } from '../api/file-content';
import { getFileURL } from '../api/file-operations';
import { FileIcon } from '../browser/file-icon';
import { filesMessages } from '../files-messages';
import styles from './preview-content.module.css';

const messages = filesMessages.preview;

export interface PreviewContentProps {
  bucket: string;
  entry: FileEntry;
}

/** Shows a file's content if the browser can show its type, otherwise a message. */
export function PreviewContent({ bucket, entry }: PreviewContentProps) {
  const kind = getFileKind(entry);
  if (kind === 'image') return <ImagePreview url={getFileURL(bucket, entry)} entry={entry} />;
  if (kind === 'drawing') return <SVGPreview bucket={bucket} entry={entry} />;
  if (kind === 'video') return <VideoPreview bucket={bucket} entry={entry} />;
  if (kind === 'audio') return <AudioPreview bucket={bucket} entry={entry} />;
  if (kind === 'pdf') return <PDFPreview bucket={bucket} entry={entry} />;
  if (hasTextPreview(entry)) return <TextPreview bucket={bucket} entry={entry} />;
  return <NoPreview entry={entry}>{messages.unsupportedType}</NoPreview>;
}

function NoPreview({ entry, children }: { entry: FileEntry; children: ReactNode }) {
  return (
    <EmptyState icon={<FileIcon entry={entry} />} title={entry.name}>
      {children}
    </EmptyState>
  );
}

function ImagePreview({ url, entry }: { url: string; entry: FileEntry }) {
  const { state, onLoad, onError } = useImage(url);
  if (state === 'failed') return <NoPreview entry={entry}>{messages.pictureFailed}</NoPreview>;
  return (
    <div className={styles.picture} data-state={state}>
      {state === 'loading' && <LoadingSpinner />}
      <img src={url} alt={entry.name} onLoad={onLoad} onError={onError} />
    </div>
  );
}

function VideoPreview({ bucket, entry }: PreviewContentProps) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <NoPreview entry={entry}>{messages.notPlayable}</NoPreview>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: an uploaded file contains its captions, or has none
    <video
      className={styles.video}
      src={getFileURL(bucket, entry)}
      controls
      onError={() => setFailed(true)}
    />
  );
}

function AudioPreview({ bucket, entry }: PreviewContentProps) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <NoPreview entry={entry}>{messages.notPlayable}</NoPreview>;
  return (
    <NoPreview entry={entry}>
      {/* biome-ignore lint/a11y/useMediaCaption: an uploaded file contains its captions, or has none */}
      <audio
        className={styles.audio}
        src={getFileURL(bucket, entry)}
        controls
        onError={() => setFailed(true)}
      />
    </NoPreview>
  );
}

/** Shows a PDF in the browser's viewer, as a blob URL: the server sends PDFs only as attachments. */
function PDFPreview({ bucket, entry }: PreviewContentProps) {
  return (
    <BlobPreview bucket={bucket} entry={entry} type="application/pdf">
      {(url) => <iframe className={styles.pdf} src={url} title={entry.name} />}
    </BlobPreview>
  );
}

/** Shows an SVG as an <img>, in which scripts don't run. */
function SVGPreview({ bucket, entry }: PreviewContentProps) {
  return (
    <BlobPreview bucket={bucket} entry={entry} type="image/svg+xml">
      {(url) => <ImagePreview url={url} entry={entry} />}
    </BlobPreview>
  );
}

/** Maximum size of a file that is loaded as a whole for its preview, in bytes. */
const maxBlobBytes = 32 * 1024 * 1024;

interface BlobPreviewProps extends PreviewContentProps {
  /** MIME type of the blob. */
  type: string;
  /** Renders the preview from the blob's URL. */
  children: (url: string) => ReactNode;
}

function BlobPreview({ bucket, entry, type, children }: BlobPreviewProps) {
  const isTooLarge = entry.size > maxBlobBytes;
  const blob = useQuery({ ...blobQuery(bucket, entry, type), enabled: !isTooLarge });
  const url = useObjectURL(blob.data);
  if (isTooLarge) return <NoPreview entry={entry}>{messages.tooLarge}</NoPreview>;
  if (blob.isError) return <PreviewError query={blob} />;
  if (url === null) return <LoadingSpinner />;
  return children(url);
}

function useObjectURL(blob: Blob | undefined): string | null {
  const [url, setURL] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const objectURL = URL.createObjectURL(blob);
    setURL(objectURL);
    return () => URL.revokeObjectURL(objectURL);
  }, [blob]);
  return url;
}

function LoadingSpinner() {
  return <Spinner label={messages.loading} size={22} className={styles.spinner} />;
}

function PreviewError({ query }: { query: UseQueryResult }) {
  return (
    <div className={styles.failed}>
      <ErrorNotice error={query.error} onRetry={() => query.refetch()} retrying={query.isFetching} />
    </div>
  );
}

function TextPreview({ bucket, entry }: PreviewContentProps) {
  const text = useQuery(textQuery(bucket, entry));
  if (text.isPending) return <LoadingSpinner />;
  if (text.isError) return <PreviewError query={text} />;
  return (
    <div className={styles.text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <pre tabIndex={0} dir="auto">
        {text.data}
      </pre>
      {entry.size > maxTextPreviewBytes && (
        <p className={styles.truncation}>{messages.truncated(maxTextPreviewBytes, entry.size)}</p>
      )}
    </div>
  );
}
