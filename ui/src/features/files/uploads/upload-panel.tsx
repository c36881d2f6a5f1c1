import { useQueryClient } from '@tanstack/react-query';
import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/m';
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { pop } from '@/lib/browser/motion';
import { formatPlural } from '@/lib/format';
import { fileKeys } from '../api/file-keys';
import { type Upload, uploadQueue } from '../api/upload-queue';
import styles from './upload-panel.module.css';
import { UploadQueueItem } from './upload-queue-item';

/** Files on their way, wherever in the app one is; they go on while one looks at other pages. */
export function UploadPanel() {
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot);
  const [folded, setFolded] = useState(false);
  const running = uploads.some(({ state }) => state === 'queued' || state === 'sending');
  useFolderRefresh(uploads);
  useLeaveWarning(running);
  return (
    <AnimatePresence>
      {uploads.length > 0 && (
        <m.section className={styles.panel} aria-label="Uploads" {...pop}>
          <header className={styles.header}>
            <b role="status">{formatHeadline(uploads)}</b>
            <IconButton
              label={folded ? 'Show the files' : 'Hide the files'}
              icon={<ChevronDown aria-hidden data-folded={folded || undefined} />}
              aria-expanded={!folded}
              className={styles.collapse}
              onClick={() => setFolded(!folded)}
            />
            {!running && (
              <IconButton label="Close" icon={<X aria-hidden />} onClick={() => uploadQueue.clear()} />
            )}
          </header>
          {!folded && (
            <ul className={styles.list}>
              {uploads.map((upload) => (
                <UploadQueueItem key={upload.id} upload={upload} queue={uploadQueue} />
              ))}
            </ul>
          )}
        </m.section>
      )}
    </AnimatePresence>
  );
}

function formatHeadline(uploads: readonly Upload[]): string {
  const count = (...states: Upload['state'][]) =>
    uploads.filter(({ state }) => states.includes(state)).length;
  const running = count('queued', 'sending');
  const attention = count('conflict', 'failed');
  if (running > 0) return `Sending ${formatPlural(running, 'file')}`;
  if (attention > 0)
    return `${formatPlural(attention, 'file')} need${attention === 1 ? 's' : ''} your attention`;
  const done = count('done');
  return done > 0 ? `${formatPlural(done, 'file')} sent` : 'Nothing sent';
}

/** A folder that got a file is asked for again. */
function useFolderRefresh(uploads: readonly Upload[]) {
  const client = useQueryClient();
  const done = uploads.filter(({ state }) => state === 'done');
  const buckets = [...new Set(done.map(({ bucket }) => bucket))].join('\n');
  const count = done.length;
  useEffect(() => {
    if (count === 0) return;
    for (const bucket of buckets.split('\n'))
      void client.invalidateQueries({ queryKey: fileKeys.bucket(bucket) });
  }, [client, buckets, count]);
}

/** The browser asks before the page is left while files are on their way. */
function useLeaveWarning(running: boolean) {
  useEffect(() => {
    if (!running) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [running]);
}
