import { Lock } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { SavedCheck } from '@/components/feedback/saved-check';
import { Spinner } from '@/components/feedback/spinner';
import { ChangesStatus } from '@/features/changes/outbox/changes-status';
import { BlockSize } from '@/features/grid/block/block-size';
import { LiveStatus } from '@/features/live/live-status';
import { useOutbox } from '@/table/change-session-context';
import { blockFiguresId } from '@/table/selection/block-figures-slot';
import { useTable } from '@/table/table-context';
import styles from '@/table/view/status-bar.module.css';
import { tablePageMessages } from '../table-page-messages';

const messages = tablePageMessages.status;

export interface StatusBarProps {
  /** The number of rows. */
  total: ReactNode;
  /** Why the last key press had no effect. */
  notice: string | undefined;
}

/** The bar below the rows: their number, the figures of the selected cells, the save status and undo. */
export function StatusBar({ total, notice }: StatusBarProps) {
  const { edits } = useTable();
  const { entries } = useOutbox();
  const { savingCount, lastSaveStamp } = useSyncExternalStore(edits.subscribe, edits.snapshot);
  return (
    <div className={styles.bar}>
      <span className={styles.total}>{total}</span>
      <BlockSize />
      <span id={blockFiguresId} className={styles.figures} />
      <span className={styles.notice} role="status">
        {notice && (
          <>
            <Lock size={12} aria-hidden /> {notice}
          </>
        )}
      </span>
      <span className={styles.saveStatus} role="status">
        {savingCount > 0 ? (
          <>
            <Spinner size={13} label="" /> {messages.saving}
            {/* Hidden from screen readers, which would announce each change. */}
            {savingCount > 1 && <span aria-hidden>{messages.rowsLeft(savingCount)}</span>}
          </>
        ) : (
          lastSaveStamp !== null &&
          entries.length === 0 && (
            <>
              <SavedCheck saveId={lastSaveStamp} label="" /> {messages.saved}
            </>
          )
        )}
      </span>
      <ChangesStatus />
      <LiveStatus />
    </div>
  );
}
