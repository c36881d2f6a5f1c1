import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Spinner } from '@/components/spinner';
import type { FileEntry } from '@/lib/api.gen';
import { formatBytes } from '@/lib/format';
import { objectURL } from '../api/objects';
import { previewBytes, textQuery } from '../api/text';
import { FileIcon } from './file-icon';
import { fileKind, isReadable } from './file-kind.utils';
import styles from './preview-content.module.css';

interface ContentProps {
  bucket: string;
  entry: FileEntry;
}

/** What is in a file, where a browser can show it. */
export function PreviewContent({ bucket, entry }: ContentProps) {
  const kind = fileKind(entry);
  if (kind === 'image') return <Picture bucket={bucket} entry={entry} />;
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

function Picture({ bucket, entry }: ContentProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  if (state === 'failed')
    return <NoPreview entry={entry}>This picture can’t be shown. It may be damaged.</NoPreview>;
  return (
    <div className={styles.picture} data-state={state}>
      {state === 'loading' && <Spinner label="Loading the picture" size={22} className={styles.spinner} />}
      <img
        src={objectURL(bucket, entry)}
        alt={entry.name}
        onLoad={() => setState('loaded')}
        onError={() => setState('failed')}
      />
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

function PDF({ bucket, entry }: ContentProps) {
  return (
    <object
      className={styles.pdf}
      data={objectURL(bucket, entry)}
      type="application/pdf"
      aria-label={entry.name}
    >
      <NoPreview entry={entry}>This browser can’t show it here. Download it to open it.</NoPreview>
    </object>
  );
}

function Text({ bucket, entry }: ContentProps) {
  const text = useQuery(textQuery(bucket, entry));
  if (text.isPending) return <Spinner label="Loading the text" size={22} className={styles.spinner} />;
  if (text.isError) {
    return (
      <div className={styles.failed}>
        <ErrorNotice error={text.error} onRetry={() => text.refetch()} retrying={text.isFetching} />
      </div>
    );
  }
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
