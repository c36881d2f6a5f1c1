import { isActive, type Upload } from './queue/upload.types';
import styles from './upload-total.module.css';
import { uploadsMessages as messages } from './uploads-messages';

export interface UploadTotalProps {
  uploads: readonly Upload[];
  /** 0 if unknown. */
  bytesPerSecond: number;
}

/** Shows the progress, the speed and the remaining time of all uploads that are not finished. */
export function UploadTotal({ uploads, bytesPerSecond }: UploadTotalProps) {
  const counted = uploads.filter((upload) => isActive(upload) || upload.state === 'done');
  const total = counted.reduce((sum, { size }) => sum + size, 0);
  const sent = counted.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100);
  const facts = [messages.total(sent, total)];
  if (bytesPerSecond > 0)
    facts.push(messages.speed(bytesPerSecond), messages.secondsLeft((total - sent) / bytesPerSecond));
  return (
    <div className={styles.total}>
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={messages.totalProgress}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
