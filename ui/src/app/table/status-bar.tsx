import { Lock } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { SavedCheck } from '@/components/feedback/saved-check';
import { Spinner } from '@/components/feedback/spinner';
import { ChangesStatus } from '@/features/changes/outbox/changes-status';
import { BlockSize } from '@/features/grid/block/block-size';
import { formatPlural } from '@/lib/format';
import { useOutbox } from '@/table/change-session-context';
import { blockFiguresId } from '@/table/selection/block-figures-slot';
import { useTable } from '@/table/table-context';
import styles from '@/table/view/status-bar.module.css';
import type { MatchingRows } from '@/table/view/view-props';
import { SelectedRows } from './selected-rows';

export interface StatusBarProps {
  /** How many there are. */
  total: ReactNode;
  /** The rows that all could be selected of. */
  matchingRows: MatchingRows | undefined;
  /** Why the last key press did nothing. */
  notice: string | undefined;
  onDeleteSelected: (() => void) | undefined;
}

/** The bar under the rows: how many, how many ticked, whether all is saved, and undo. */
export function StatusBar({ total, matchingRows, notice, onDeleteSelected }: StatusBarProps) {
  const { edits } = useTable();
  const { entries } = useOutbox();
  const { savingCount, lastSaveStamp } = useSyncExternalStore(edits.subscribe, edits.snapshot);
  return (
    <div className={styles.bar}>
      <span className={styles.total}>{total}</span>
      <BlockSize />
      <span id={blockFiguresId} className={styles.figures} />
      <SelectedRows matchingRows={matchingRows} onDelete={onDeleteSelected} />
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
            <Spinner size={13} label="" /> Saving…
            {/* Not read out each time it changes. */}
            {savingCount > 1 && <span aria-hidden>{formatPlural(savingCount, 'row')} left</span>}
          </>
        ) : (
          lastSaveStamp !== null &&
          entries.length === 0 && (
            <>
              <SavedCheck saveId={lastSaveStamp} label="" /> All changes saved
            </>
          )
        )}
      </span>
      <ChangesStatus />
    </div>
  );
}
