import { X } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { formatBytes } from '@/lib/format';
import styles from './file-field.module.css';
import type { Upload } from './use-uploads';

/** A file on its way: how far it is, or why it did not arrive. */
export function UploadTile({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { name, size, sent, error } = upload;
  const percent = size === 0 ? 100 : Math.floor((sent / size) * 100);
  return (
    <li className={styles.upload}>
      {error ? (
        <ErrorNotice className={styles.rejected} error={error} title={`${name} was not added.`} />
      ) : (
        <span className={styles.sending}>
          <Spinner size={14} label="" immediate />
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.facts}>
            {formatBytes(sent)} of {formatBytes(size)}
          </span>
          <span
            className={styles.track}
            role="progressbar"
            aria-label={`Sending ${name}`}
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
        label={error ? `Dismiss ${name}` : `Cancel ${name}`}
        icon={<X aria-hidden />}
        onClick={onCancel}
      />
    </li>
  );
}
