import { Clock3, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTime } from '@/lib/format';
import { useConnection } from '@/lib/use-connection';
import styles from './offline-bar.module.css';

export interface OfflineBarProps {
  /** What else is to be known, also when the connection is there: edits that wait. */
  note?: ReactNode;
}

/** A quiet bar while nothing can be asked; says since when what is shown may be old. */
export function OfflineBar({ note }: OfflineBarProps) {
  const { state, changedAt } = useConnection();
  const away = state !== 'online';
  return (
    <div role="status">
      {(away || note) && (
        <div className={styles.bar}>
          {away ? <CloudOff size={14} aria-hidden /> : <Clock3 size={14} aria-hidden />}
          <span>
            {away && (
              <>
                {state === 'offline' ? 'You are offline.' : 'Tableside doesn’t answer; trying again.'} What
                you see is from before {formatTime(changedAt)}.{' '}
              </>
            )}
            {note}
          </span>
        </div>
      )}
    </div>
  );
}
