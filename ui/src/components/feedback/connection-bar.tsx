import { Clock3, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { useConnection } from '@/lib/requests/use-connection';
import styles from './connection-bar.module.css';

const messages = componentsMessages.connection;

export interface ConnectionBarProps {
  /** An additional note, such as the number of queued edits. */
  note?: ReactNode;
}

/**
 * Shows that there is no connection, and since when the data of the page can be outdated. Shows `note` also while the
 * connection works.
 */
export function ConnectionBar({ note }: ConnectionBarProps) {
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
