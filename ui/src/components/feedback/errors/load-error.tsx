import { CloudOff } from 'lucide-react';
import { componentsMessages } from '@/components/components-messages';
import { Button } from '@/components/controls/button';
import type { LoadErrorProps } from '@/lib/browser/loading/load-boundary';
import styles from './load-error.module.css';

const messages = componentsMessages.loadError;

/** Replaces a part of the page whose code could not be loaded, for example offline. The rest of the page keeps working. */
export function LoadErrorNotice({ onRetry, onClose }: LoadErrorProps) {
  return (
    <div className={styles.container} data-dialog={onClose !== undefined || undefined}>
      <div role="alert" className={styles.notice}>
        <p className={styles.title}>
          <CloudOff size={16} aria-hidden /> {messages.title}
        </p>
        <p className={styles.hint}>{messages.hint}</p>
        <div className={styles.buttons}>
          {onClose && <Button onClick={onClose}>{messages.close}</Button>}
          <Button variant="primary" onClick={onRetry}>
            {messages.retry}
          </Button>
        </div>
      </div>
    </div>
  );
}
