import { X } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { recordMessages } from '../record-messages';
import styles from './file-field.module.css';
import type { Upload } from './use-uploads';

const messages = recordMessages.files;

/** An upload: its progress, or why it failed. */
export function UploadTile({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { name, size, sent, error } = upload;
  const percent = size === 0 ? 100 : Math.floor((sent / size) * 100);
  return (
    <li className={styles.upload}>
      {error ? (
        <ErrorNotice className={styles.rejected} error={error} title={messages.addFailed(name)} />
      ) : (
        <span className={styles.sending}>
          <Spinner size={14} label="" immediate />
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.facts}>{messages.progress(sent, size)}</span>
          <span
            className={styles.track}
            role="progressbar"
            aria-label={messages.uploading(name)}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <i style={{ width: `${percent}%` }} />
          </span>
        </span>
      )}
      <IconButton
        size="sm"
        label={error ? messages.dismiss(name) : messages.cancel(name)}
        icon={<X aria-hidden />}
        onClick={onCancel}
      />
    </li>
  );
}
