import { CloudOff } from 'lucide-react';
import { useConnection } from '@/lib/connection';
import { formatTime } from '@/lib/format';
import styles from './offline-bar.module.css';

/** A quiet bar while nothing can be asked; says since when what is shown may be old. */
export function OfflineBar() {
  const { state, since } = useConnection();
  return (
    <div role="status">
      {state !== 'online' && (
        <div className={styles.bar}>
          <CloudOff size={14} aria-hidden />
          <span>
            {state === 'offline' ? 'You are offline.' : 'Tableside doesn’t answer; trying again.'} What you
            see is from before {formatTime(since)}.
          </span>
        </div>
      )}
    </div>
  );
}
