import { useQueryClient } from '@tanstack/react-query';
import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/client';
import { ChevronDown, Pause, Play, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { pop } from '@/lib/browser/theme/motion';
import { useUnloadWarning } from '@/lib/browser/use-leave-guard';
import { fileKeys } from '../api/file-keys';
import { isActive, type Upload } from './queue/upload.types';
import { uploadQueue } from './queue/upload-queue';
import { UploadDecisions } from './upload-decisions';
import styles from './upload-panel.module.css';
import { UploadQueueItem } from './upload-queue-item';
import { UploadTotal } from './upload-total';
import { uploadsMessages as messages } from './uploads-messages';

/** Shows the progress of all uploads, on every page of the app. */
export function UploadPanel() {
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot);
  const [isCollapsed, setCollapsed] = useState(false);
  const isUploading = uploads.some(isActive);
  const isPaused = uploads.some(({ state }) => state === 'paused');
  useFolderRefresh(uploads);
  useUnloadWarning(isUploading || isPaused);
  return (
    <AnimatePresence>
      {uploads.length > 0 && (
        <m.section className={styles.panel} aria-label={messages.label} {...pop}>
          <header className={styles.header}>
            <b role="status">{formatHeadline(uploads)}</b>
            {isUploading && (
              <IconButton
                label={messages.pauseAll}
                icon={<Pause aria-hidden />}
                onClick={() => uploadQueue.pauseAll()}
              />
            )}
            {isPaused && !isUploading && (
              <IconButton
                label={messages.resumeAll}
                icon={<Play aria-hidden />}
                onClick={() => uploadQueue.resumeAll()}
              />
            )}
            <IconButton
              label={isCollapsed ? messages.showFiles : messages.hideFiles}
              icon={<ChevronDown aria-hidden data-collapsed={isCollapsed || undefined} />}
              aria-expanded={!isCollapsed}
              className={styles.collapse}
              onClick={() => setCollapsed(!isCollapsed)}
            />
            {!isUploading && !isPaused && (
              <IconButton
                label={messages.close}
                icon={<X aria-hidden />}
                onClick={() => uploadQueue.clear()}
              />
            )}
          </header>
          {isUploading && <UploadTotal uploads={uploads} bytesPerSecond={uploadQueue.getBytesPerSecond()} />}
          <UploadDecisions uploads={uploads} queue={uploadQueue} />
          {!isCollapsed && (
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

/** Returns the headline of the panel: the active uploads, otherwise those that need the user, are paused or done. */
function formatHeadline(uploads: readonly Upload[]): string {
  const count = (...states: Upload['state'][]) =>
    uploads.filter(({ state }) => states.includes(state)).length;
  const active = uploads.filter(isActive).length;
  if (active > 0) return messages.uploading(active);
  const unresolved = count('conflict', 'failed', 'invalid-name', 'needs-file');
  if (unresolved > 0) return messages.needAttention(unresolved);
  const paused = count('paused');
  if (paused > 0) return messages.allPaused(paused);
  const done = count('done');
  return done > 0 ? messages.uploaded(done) : messages.nothingUploaded;
}

/** Reloads the folders of a bucket when an upload to it is done. */
function useFolderRefresh(uploads: readonly Upload[]) {
  const client = useQueryClient();
  const doneUploads = uploads.filter(({ state }) => state === 'done');
  const buckets = [...new Set(doneUploads.map(({ bucket }) => bucket))].join('\n');
  const doneCount = doneUploads.length;
  useEffect(() => {
    if (doneCount === 0) return;
    for (const bucket of buckets.split('\n'))
      void client.invalidateQueries({ queryKey: fileKeys.bucket(bucket) });
  }, [client, buckets, doneCount]);
}
