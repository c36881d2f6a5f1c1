import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import type { FileEntry } from '@/lib/api.gen';
import { fileKind, isReadable } from '@/lib/files/file-kind';
import { formatBytes } from '@/lib/format';
import { useImage } from '@/lib/use-image';
import { blobQuery, previewBytes, textQuery } from '../api/content';
import { objectURL } from '../api/objects';
import { FileIcon } from '../browser/file-icon';
import styles from './preview-content.module.css';

interface ContentProps {
  bucket: string;
  entry: FileEntry;
}

/** What is in a file, where a browser can show it. */
export function PreviewContent({ bucket, entry }: ContentProps) {
  const kind = fileKind(entry);
  if (kind === 'image') return <Picture address={objectURL(bucket, entry)} entry={entry} />;
  if (kind === 'drawing') return <Drawing bucket={bucket} entry={entry} />;
  if (kind === 'video') return <Video bucket={bucket} entry={entry} />;
  if (kind === 'audio') return <Audio bucket={bucket} entry={entry} />;
  if (kind === 'pdf') return <PDF bucket={bucket} entry={entry} />;
  if (isReadable(entry)) return <Text bucket={bucket} entry={entry} />;
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

function Picture({ address, entry }: { address: string; entry: FileEntry }) {
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

function Video({ bucket, entry }: ContentProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <NoPreview entry={entry}>This browser can’t play it. Download it to open it.</NoPreview>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: a person's file brings its own captions, or none
    <video className={styles.video} src={objectURL(bucket, entry)} controls onError={() => setFailed(true)} />
  );
}

function Audio({ bucket, entry }: ContentProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <NoPreview entry={entry}>This browser can’t play it. Download it to open it.</NoPreview>;
  return (
    <EmptyState icon={<FileIcon entry={entry} />} title={entry.name}>
      {/* biome-ignore lint/a11y/useMediaCaption: a person's file brings its own captions, or none */}
      <audio
        className={styles.audio}
        src={objectURL(bucket, entry)}
        controls
        onError={() => setFailed(true)}
      />
    </EmptyState>
  );
}

/** The browser's own viewer, on bytes that this page fetched: the server gives out no PDF to be opened in place. */
function PDF({ bucket, entry }: ContentProps) {
  return (
    <Fetched bucket={bucket} entry={entry} type="application/pdf">
      {(address) => <iframe className={styles.pdf} src={address} title={entry.name} />}
    </Fetched>
  );
}

/** As a picture, where a script in it doesn't run. */
function Drawing({ bucket, entry }: ContentProps) {
  return (
    <Fetched bucket={bucket} entry={entry} type="image/svg+xml">
      {(address) => <Picture address={address} entry={entry} />}
    </Fetched>
  );
}

/** What is fetched whole for a preview, at most, in bytes. */
const largest = 32 * 1024 * 1024;

interface FetchedProps extends ContentProps {
  type: string;
  children: (address: string) => ReactNode;
}

function Fetched({ bucket, entry, type, children }: FetchedProps) {
  const fits = entry.size <= largest;
  const blob = useQuery({ ...blobQuery(bucket, entry, type), enabled: fits });
  const address = useObjectURL(blob.data);
  if (!fits)
    return <NoPreview entry={entry}>It is too large for a preview. Download it to open it.</NoPreview>;
  if (blob.isError) return <Failed query={blob} />;
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

function Failed({ query }: { query: UseQueryResult }) {
  return (
    <div className={styles.failed}>
      <ErrorNotice error={query.error} onRetry={() => query.refetch()} retrying={query.isFetching} />
    </div>
  );
}

function Text({ bucket, entry }: ContentProps) {
  const text = useQuery(textQuery(bucket, entry));
  if (text.isPending) return <Spinner label="Loading the text" size={22} className={styles.spinner} />;
  if (text.isError) return <Failed query={text} />;
  return (
    <div className={styles.text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <pre tabIndex={0} dir="auto">
        {text.data}
      </pre>
      {entry.size > previewBytes && (
        <p className={styles.cut}>
          The first {formatBytes(previewBytes)} of {formatBytes(entry.size)}.
        </p>
      )}
    </div>
  );
}
