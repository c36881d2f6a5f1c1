import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import type { FileEntry } from '@/lib/api.gen';
import { getFileKind, hasTextPreview } from '@/lib/files/file-kind';
import { formatBytes } from '@/lib/format';
import { useImage } from '@/lib/use-image';
import { blobQuery, maxTextPreviewBytes, textQuery } from '../api/file-content';
import { getFileURL } from '../api/file-operations';
import { FileIcon } from '../browser/file-icon';
import styles from './preview-content.module.css';

interface PreviewContentProps {
  bucket: string;
  entry: FileEntry;
}

/** What is in a file, where a browser can show it. */
export function PreviewContent({ bucket, entry }: PreviewContentProps) {
  const kind = getFileKind(entry);
  if (kind === 'image') return <ImagePreview address={getFileURL(bucket, entry)} entry={entry} />;
  if (kind === 'drawing') return <SVGPreview bucket={bucket} entry={entry} />;
  if (kind === 'video') return <VideoPreview bucket={bucket} entry={entry} />;
  if (kind === 'audio') return <AudioPreview bucket={bucket} entry={entry} />;
  if (kind === 'pdf') return <PDFPreview bucket={bucket} entry={entry} />;
  if (hasTextPreview(entry)) return <TextPreview bucket={bucket} entry={entry} />;
  return (
    <NoPreview entry={entry}>There is no preview for files of this kind. Download it to open it.</NoPreview>
  );
}

function NoPreview({ entry, children }: { entry: FileEntry; children: string }) {
  return (
    <EmptyState icon={<FileIcon entry={entry} />} title={entry.name}>
      {children}
    </EmptyState>
  );
}

function ImagePreview({ address, entry }: { address: string; entry: FileEntry }) {
  const { state, onLoad, onError } = useImage(address);
  if (state === 'failed')
    return <NoPreview entry={entry}>This picture can’t be shown. It may be damaged.</NoPreview>;
  return (
    <div className={styles.picture} data-state={state}>
      {state === 'loading' && <Spinner label="Loading the picture" size={22} className={styles.spinner} />}
      <img src={address} alt={entry.name} onLoad={onLoad} onError={onError} />
    </div>
  );
}

function VideoPreview({ bucket, entry }: PreviewContentProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <NoPreview entry={entry}>This browser can’t play it. Download it to open it.</NoPreview>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: a person's file brings its own captions, or none
    <video
      className={styles.video}
      src={getFileURL(bucket, entry)}
      controls
      onError={() => setFailed(true)}
    />
  );
}

function AudioPreview({ bucket, entry }: PreviewContentProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <NoPreview entry={entry}>This browser can’t play it. Download it to open it.</NoPreview>;
  return (
    <EmptyState icon={<FileIcon entry={entry} />} title={entry.name}>
      {/* biome-ignore lint/a11y/useMediaCaption: a person's file brings its own captions, or none */}
      <audio
        className={styles.audio}
        src={getFileURL(bucket, entry)}
        controls
        onError={() => setFailed(true)}
      />
    </EmptyState>
  );
}

/** The browser's own viewer, on bytes that this page fetched: the server gives out no PDF to be opened in place. */
function PDFPreview({ bucket, entry }: PreviewContentProps) {
  return (
    <BlobPreview bucket={bucket} entry={entry} type="application/pdf">
      {(address) => <iframe className={styles.pdf} src={address} title={entry.name} />}
    </BlobPreview>
  );
}

/** As a picture, where a script in it doesn't run. */
function SVGPreview({ bucket, entry }: PreviewContentProps) {
  return (
    <BlobPreview bucket={bucket} entry={entry} type="image/svg+xml">
      {(address) => <ImagePreview address={address} entry={entry} />}
    </BlobPreview>
  );
}

/** What is fetched whole for a preview, at most, in bytes. */
const maxPreviewBytes = 32 * 1024 * 1024;

interface BlobPreviewProps extends PreviewContentProps {
  type: string;
  children: (address: string) => ReactNode;
}

function BlobPreview({ bucket, entry, type, children }: BlobPreviewProps) {
  const fits = entry.size <= maxPreviewBytes;
  const blob = useQuery({ ...blobQuery(bucket, entry, type), enabled: fits });
  const address = useObjectURL(blob.data);
  if (!fits)
    return <NoPreview entry={entry}>It is too large for a preview. Download it to open it.</NoPreview>;
  if (blob.isError) return <PreviewError query={blob} />;
  if (address === null) return <Spinner label="Loading the file" size={22} className={styles.spinner} />;
  return children(address);
}

function useObjectURL(blob: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
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
  if (text.isPending) return <Spinner label="Loading the text" size={22} className={styles.spinner} />;
  if (text.isError) return <PreviewError query={text} />;
  return (
    <div className={styles.text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <pre tabIndex={0} dir="auto">
        {text.data}
      </pre>
      {entry.size > maxTextPreviewBytes && (
        <p className={styles.truncation}>
          The first {formatBytes(maxTextPreviewBytes)} of {formatBytes(entry.size)}.
        </p>
      )}
    </div>
  );
}
