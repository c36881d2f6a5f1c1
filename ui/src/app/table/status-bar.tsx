import { Lock } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { SavedCheck } from '@/components/feedback/saved-check';
import { Spinner } from '@/components/feedback/spinner';
import { StatusChanges } from '@/features/changes/outbox/status-changes';
import { BlockSize } from '@/features/grid/block/block-size';
import { plural } from '@/lib/format';
import { blockFiguresId } from '@/table/selection/block-figures-slot';
import styles from '@/table/status-bar.module.css';
import { useTable } from '@/table/table-context';
import type { MatchingRows } from '@/table/view-props';
import { useOutbox } from '@/table/visit-context';
import { SelectedRows } from './selected-rows';

export interface StatusBarProps {
  /** How many there are. */
  total: ReactNode;
  /** The rows that all could be selected of. */
  matching: MatchingRows | undefined;
  /** Why the last key press did nothing. */
  notice: string | undefined;
  onDeleteSelected: (() => void) | undefined;
}

/** The bar under the rows: how many, how many ticked, whether all is saved, and undo. */
export function StatusBar({ total, matching, notice, onDeleteSelected }: StatusBarProps) {
  const { edits } = useTable();
  const { entries } = useOutbox();
  const { saving, saved } = useSyncExternalStore(edits.subscribe, edits.summary);
  return (
    <div className={styles.bar}>
      <span className={styles.total}>{total}</span>
      <BlockSize />
      <span id={blockFiguresId} className={styles.figures} />
      <SelectedRows matching={matching} onDelete={onDeleteSelected} />
      <span className={styles.notice} role="status">
        {notice && (
          <>
            <Lock size={12} aria-hidden /> {notice}
          </>
        )}
      </span>
      <span className={styles.fate} role="status">
        {saving > 0 ? (
          <>
            <Spinner size={13} label="" /> Saving…
            {/* Not read out each time it changes. */}
            {saving > 1 && <span aria-hidden>{plural(saving, 'row')} left</span>}
          </>
        ) : (
          saved !== null &&
          entries.length === 0 && (
            <>
              <SavedCheck save={saved} label="" /> All changes saved
            </>
          )
        )}
      </span>
      <StatusChanges />
    </div>
  );
}
