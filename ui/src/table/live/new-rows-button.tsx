import { ArrowUp } from 'lucide-react';
import type { HeldRows } from '@/data/live/refresh/use-held-changes';
import { tableMessages } from '../table-messages';
import styles from './new-rows-button.module.css';

const messages = tableMessages.live;

/** Shows that other users added or moved rows while the user reads, and shows these rows. */
export function NewRowsButton({ held }: { held: HeldRows | undefined }) {
  return (
    <div className={styles.container} role="status">
      {held && (
        <button type="button" className={styles.button} onClick={held.show}>
          <ArrowUp size={13} aria-hidden />
          {held.newRows > 0 ? messages.newRows(held.newRows) : messages.newOrder}
        </button>
      )}
    </div>
  );
}
