import { CircleAlert, CircleCheck, CircleX, RotateCw, X } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { Spinner } from '@/components/feedback/spinner';
import { errorText } from '@/lib/errors/error-texts';
import { getParentPath, joinPath, makeUniqueName, sanitizeName } from '@/lib/files/file-checks';
import { formatBytes, truncateMiddle } from '@/lib/format';
import type { Upload, UploadQueue } from '../api/upload-queue';
import styles from './upload-queue-item.module.css';

interface UploadQueueItemProps {
  upload: Upload;
  queue: UploadQueue;
}

/** One file on its way: how far it is, or what it needs. */
export function UploadQueueItem({ upload, queue }: UploadQueueItemProps) {
  const { id, state, file, sentBytes } = upload;
  const name = upload.path.split('/').pop() ?? upload.path;
  const percent = file.size === 0 ? 100 : Math.floor((sentBytes / file.size) * 100);
  const active = state === 'queued' || state === 'sending';
  return (
    <li className={styles.item} data-state={state}>
      <UploadStateIcon state={state} />
      <div className={styles.text}>
        <span className={styles.name} title={upload.path} dir="auto">
          {truncateMiddle(name, 44)}
        </span>
        <span className={styles.note}>{formatUploadStatus(upload, percent)}</span>
        <UploadActions upload={upload} queue={queue} name={name} />
        {state === 'sending' && (
          <div
            className={styles.track}
            role="progressbar"
            aria-label={`Sending ${name}`}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <i style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
      {active && (
        <IconButton
          size="sm"
          label={`Cancel ${name}`}
          icon={<X aria-hidden />}
          onClick={() => queue.cancel(id)}
        />
      )}
      {(state === 'cancelled' || (state === 'failed' && upload.error?.code !== 'refused_here')) && (
        <IconButton
          size="sm"
          label={`Try ${name} again`}
          icon={<RotateCw aria-hidden />}
          onClick={() => queue.retry(id)}
        />
      )}
    </li>
  );
}

function UploadStateIcon({ state }: { state: Upload['state'] }) {
  if (state === 'done') return <CircleCheck size={16} aria-hidden className={styles.ok} />;
  if (state === 'failed') return <CircleX size={16} aria-hidden className={styles.failed} />;
  if (state === 'conflict') return <CircleAlert size={16} aria-hidden className={styles.warn} />;
  if (state === 'cancelled') return <CircleX size={16} aria-hidden className={styles.quiet} />;
  return <Spinner label={state === 'queued' ? 'Waiting' : 'Sending'} immediate={state === 'sending'} />;
}

function formatUploadStatus({ state, file, sentBytes, error }: Upload, percent: number): string {
  switch (state) {
    case 'queued':
      return `Waiting · ${formatBytes(file.size)}`;
    case 'sending':
      // All bytes out is not yet all done: the backend has still to keep them.
      return percent === 100 ? 'Finishing…' : `${formatBytes(sentBytes)} of ${formatBytes(file.size)}`;
    case 'done':
      return formatBytes(file.size);
    case 'cancelled':
      return 'Cancelled';
    case 'conflict':
      return 'A file of this name is there already.';
    case 'failed':
      return error ? errorText(error).sentence : 'Failed';
  }
}

/** What a name that is taken, or that the backend can't keep, needs an answer to. */
function UploadActions({ upload, queue, name }: UploadQueueItemProps & { name: string }) {
  const { id, path, state, error } = upload;
  const folder = getParentPath(path);
  if (state === 'conflict') {
    return (
      <span className={styles.choices}>
        <Button size="sm" onClick={() => queue.retry(id, { overwrite: true })}>
          Replace it
        </Button>
        <Button
          size="sm"
          onClick={() => queue.retry(id, { path: joinPath(folder, makeUniqueName(name, new Set([name]))) })}
        >
          Keep both
        </Button>
        <Button size="sm" variant="ghost" onClick={() => queue.cancel(id)}>
          Skip
        </Button>
      </span>
    );
  }
  if (state === 'failed' && error?.code === 'InvalidKey' && sanitizeName(name) !== name) {
    return (
      <span className={styles.choices}>
        <Button size="sm" onClick={() => queue.retry(id, { path: joinPath(folder, sanitizeName(name)) })}>
          Send as {truncateMiddle(sanitizeName(name), 28)}
        </Button>
      </span>
    );
  }
  return null;
}
