import { CircleAlert, CircleCheck, CirclePause, CircleX, Pause, Play, RotateCw, X } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { Spinner } from '@/components/feedback/spinner';
import { formatError } from '@/lib/errors/error-texts';
import { getFileName, getParentPath, joinPath, makeUniqueName, sanitizeName } from '@/lib/files/file-checks';
import { formatBytes, truncateMiddle } from '@/lib/text/format';
import { isSignedOutError } from './queue/create-upload';
import { isActive, rejectedLocally, type Upload } from './queue/upload.types';
import type { UploadQueue } from './queue/upload-queue';
import styles from './upload-queue-item.module.css';
import { uploadsMessages as messages } from './uploads-messages';

/** The maximum lengths of displayed file names, in characters. */
const maxNameLength = 44;
const maxButtonNameLength = 28;

interface UploadQueueItemProps {
  upload: Upload;
  queue: UploadQueue;
}

/** Shows an upload's file, progress and error, with the actions that its state allows. */
export function UploadQueueItem({ upload, queue }: UploadQueueItemProps) {
  const { state, size, sentBytes } = upload;
  const name = getFileName(upload.path);
  const percent = size === 0 ? 100 : Math.floor((sentBytes / size) * 100);
  return (
    <li className={styles.item} data-state={state}>
      <UploadStateIcon state={state} />
      <div className={styles.text}>
        <span className={styles.name} title={upload.path} dir="auto">
          {truncateMiddle(name, maxNameLength)}
        </span>
        <span className={styles.note}>{formatUploadStatus(upload, percent)}</span>
        <UploadActions upload={upload} queue={queue} name={name} />
        {(state === 'sending' || state === 'paused' || state === 'waiting') && (
          <div
            className={styles.track}
            role="progressbar"
            aria-label={messages.fileProgress(name)}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <i style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
      <UploadButtons {...{ upload, queue, name }} />
    </li>
  );
}

/** Shows the buttons that pause, resume, cancel or retry an upload, as its state allows. */
function UploadButtons({ upload, queue, name }: UploadQueueItemProps & { name: string }) {
  const { id, state, error } = upload;
  const canRetry = state === 'canceled' || (state === 'failed' && error?.code !== rejectedLocally);
  return (
    <>
      {isActive(upload) && (
        <IconButton
          size="sm"
          label={messages.pause(name)}
          icon={<Pause aria-hidden />}
          onClick={() => queue.pause(id)}
        />
      )}
      {state === 'paused' && (
        <IconButton
          size="sm"
          label={messages.resume(name)}
          icon={<Play aria-hidden />}
          onClick={() => queue.retry(id)}
        />
      )}
      {(isActive(upload) || state === 'paused' || state === 'needs-file') && (
        <IconButton
          size="sm"
          label={messages.cancel(name)}
          icon={<X aria-hidden />}
          onClick={() => queue.cancel(id)}
        />
      )}
      {canRetry && (
        <IconButton
          size="sm"
          label={messages.retry(name)}
          icon={<RotateCw aria-hidden />}
          onClick={() => queue.retry(id)}
        />
      )}
    </>
  );
}

/** Shows the state of an upload: a spinner while it is queued, waiting or sent, otherwise an icon without a label. */
function UploadStateIcon({ state }: { state: Upload['state'] }) {
  if (state === 'done') return <CircleCheck size={16} aria-hidden className={styles.ok} />;
  if (state === 'failed') return <CircleX size={16} aria-hidden className={styles.failed} />;
  if (state === 'conflict' || state === 'invalid-name' || state === 'needs-file')
    return <CircleAlert size={16} aria-hidden className={styles.warn} />;
  if (state === 'paused') return <CirclePause size={16} aria-hidden className={styles.quiet} />;
  if (state === 'canceled') return <CircleX size={16} aria-hidden className={styles.quiet} />;
  const isSending = state === 'sending';
  return <Spinner label={isSending ? messages.sending : messages.queued} immediate={isSending} />;
}

/** Returns the line below the name of an upload: its state, with sizes or the reason of a failure. */
function formatUploadStatus(upload: Upload, percent: number): string {
  const { state, size, sentBytes, error, originalName, path } = upload;
  switch (state) {
    case 'queued':
      return messages.queuedWithSize(size);
    case 'sending':
      if (upload.hasRestarted) return messages.restarted;
      // After the last byte, the backend still has to store the file.
      return percent === 100 ? messages.finishing : messages.sentBytes(sentBytes, size);
    case 'paused':
      return messages.paused(sentBytes, size);
    case 'waiting':
      return error && isSignedOutError(error) ? messages.waitingForSignIn : messages.waiting;
    case 'done':
      return originalName === undefined
        ? formatBytes(size)
        : messages.storedAs(path.slice(path.lastIndexOf('/') + 1));
    case 'canceled':
      return messages.canceled;
    case 'conflict':
      return messages.nameTaken;
    case 'invalid-name':
      return messages.nameNotAccepted;
    case 'needs-file':
      return messages.fileMissing;
    case 'failed':
      return error ? formatError(error).sentence : messages.failed;
  }
}

/**
 * Shows the buttons of an upload whose name is a problem; `name` is its file name. If a file of that name exists, they
 * replace it, upload under another name, or skip the upload. If the backend rejected the name, the button uploads under
 * a valid form of it. Shows nothing for other states.
 */
function UploadActions({ upload, queue, name }: UploadQueueItemProps & { name: string }) {
  const { id, path, state, error } = upload;
  const folder = getParentPath(path);
  const validName = sanitizeName(name);
  if (state === 'conflict') {
    const keepBoth = () => queue.retry(id, { path: joinPath(folder, makeUniqueName(name, new Set([name]))) });
    return (
      <span className={styles.choices}>
        <Button size="sm" onClick={() => queue.retry(id, { overwrite: true })}>
          {messages.replace}
        </Button>
        <Button size="sm" onClick={keepBoth}>
          {messages.keepBoth}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => queue.cancel(id)}>
          {messages.skip}
        </Button>
      </span>
    );
  }
  if (state === 'failed' && error?.code === 'InvalidKey' && validName !== name) {
    return (
      <span className={styles.choices}>
        <Button size="sm" onClick={() => queue.rename(id, joinPath(folder, validName))}>
          {messages.uploadAs(truncateMiddle(validName, maxButtonNameLength))}
        </Button>
      </span>
    );
  }
  return null;
}
