import { Clock3, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { useConnection } from '@/lib/use-connection';
import styles from './offline-bar.module.css';

const messages = componentsMessages.connection;

export interface OfflineBarProps {
  /** An additional note, such as queued edits. It is also shown while the connection works. */
  note?: ReactNode;
}

/** Shows that there is no connection, and the time from which the page's data can be outdated. */
export function OfflineBar({ note }: OfflineBarProps) {
  const { state, changedAt } = useConnection();
  const isDisconnected = state !== 'online';
  return (
    <div role="status">
      {(isDisconnected || note) && (
        <div className={styles.bar}>
          {isDisconnected ? <CloudOff size={14} aria-hidden /> : <Clock3 size={14} aria-hidden />}
          <span>
            {isDisconnected && (
              <>
                {state === 'offline' ? messages.offline : messages.unreachable} {messages.dataAge(
                  changedAt,
                )}{' '}
              </>
            )}
            {note}
          </span>
        </div>
      )}
    </div>
  );
}
