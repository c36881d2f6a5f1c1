import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FileEntry } from '@/lib/api.gen';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { blobQuery } from '../api/file-content';
import { getFileURL } from '../api/file-operations';
import { filesMessages } from '../files-messages';
import { ImageViewer, type ImageViewerProps } from './image/image-viewer';
import styles from './preview-content.module.css';
import { getPreviewKind } from './preview-kind.utils';
import { LoadingSpinner, NoPreview, PreviewError } from './preview-state';

const messages = filesMessages.preview;

const TextPreview = lazyComponent(
  async () => (await import('./text/text-preview')).TextPreview,
  <LoadingSpinner />,
);

export interface PreviewContentProps extends Pick<ImageViewerProps, 'onNavigate'> {
  bucket: string;
  entry: FileEntry;
}

/**
 * Shows a file's content if the browser can show its type, otherwise a message. The content is untrusted: HTML is shown
 * as its source, and nothing is rendered as a page of the app's origin.
 */
export function PreviewContent({ onNavigate, ...file }: PreviewContentProps) {
  const { bucket, entry } = file;
  const kind = getPreviewKind(entry);
  switch (kind) {
    case 'image':
      return <ImageViewer {...file} url={getFileURL(bucket, entry)} onNavigate={onNavigate} />;
    case 'drawing':
      return <SVGPreview {...file} onNavigate={onNavigate} />;
    case 'video':
      return <VideoPreview {...file} />;
    case 'audio':
      return <AudioPreview {...file} />;
    case 'pdf':
      return <PDFPreview {...file} />;
    case 'none':
      return <NoPreview {...file}>{messages.unsupportedType}</NoPreview>;
    default:
      return <TextPreview {...file} kind={kind} />;
  }
}

type FileProps = Pick<PreviewContentProps, 'bucket' | 'entry'>;

function VideoPreview({ bucket, entry }: FileProps) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) {
    return (
      <NoPreview bucket={bucket} entry={entry}>
        {messages.notPlayable}
      </NoPreview>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: an uploaded file contains its captions, or has none
    <video
      className={styles.video}
      src={getFileURL(bucket, entry)}
      controls
      playsInline
      onError={() => setFailed(true)}
    />
  );
}

function AudioPreview({ bucket, entry }: FileProps) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) {
    return (
      <NoPreview bucket={bucket} entry={entry}>
        {messages.notPlayable}
      </NoPreview>
    );
  }
  return (
    <NoPreview bucket={bucket} entry={entry}>
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

/** Maximum size of a PDF that is loaded as a whole for its preview, in bytes. */
const maxPDFBytes = 64 * 1024 * 1024;

/**
 * Shows a PDF in the browser's viewer, as a blob URL: the server sends PDFs only as attachments. The type of the blob
 * is fixed, so that the browser never reads the content as HTML.
 */
function PDFPreview({ bucket, entry }: FileProps) {
  const isTooLarge = entry.size > maxPDFBytes;
  const blob = useQuery({ ...blobQuery(bucket, entry, 'application/pdf'), enabled: !isTooLarge });
  const url = useObjectURL(blob.data);
  if (isTooLarge || !navigator.pdfViewerEnabled) {
    return (
      <NoPreview bucket={bucket} entry={entry}>
        {isTooLarge ? messages.tooLarge : messages.unsupportedType}
      </NoPreview>
    );
  }
  if (blob.isError) return <PreviewError query={blob} />;
  return url === null ? <LoadingSpinner /> : <iframe className={styles.pdf} src={url} title={entry.name} />;
}

/** Returns a blob: address of the content, which is valid until the content changes; null without content. */
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

/** Maximum size of an SVG that is shown, in bytes. */
const maxSVGBytes = 8 * 1024 * 1024;

/**
 * Shows an SVG as an <img>, in which scripts don't run. Its URL is a data URL, which has no origin: a blob URL would
 * have the app's, if the user opened the picture in a new tab.
 */
function SVGPreview({ bucket, entry, onNavigate }: PreviewContentProps) {
  const isTooLarge = entry.size > maxSVGBytes;
  const blob = useQuery({ ...blobQuery(bucket, entry, 'image/svg+xml'), enabled: !isTooLarge });
  const url = useDataURL(blob.data);
  if (isTooLarge) {
    return (
      <NoPreview bucket={bucket} entry={entry}>
        {messages.tooLarge}
      </NoPreview>
    );
  }
  if (blob.isError) return <PreviewError query={blob} />;
  if (url === null) return <LoadingSpinner />;
  return <ImageViewer bucket={bucket} entry={entry} url={url} onNavigate={onNavigate} />;
}

/** Returns the content as a data: address; null until it is read. */
function useDataURL(blob: Blob | undefined): string | null {
  const [url, setURL] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const reader = new FileReader();
    reader.onload = () => setURL(String(reader.result));
    reader.readAsDataURL(blob);
    return () => reader.abort();
  }, [blob]);
  return url;
}
