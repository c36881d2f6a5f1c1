import { Lock } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { type Matching, SelectedRows } from '@/app/table/selected-rows';
import { SavedCheck } from '@/components/feedback/saved-check';
import { Spinner } from '@/components/feedback/spinner';
import type { Pages } from '@/data/paging/segments/pages';
import { StatusChanges } from '@/features/changes/outbox/status-changes';
import { BlockSize } from '@/features/grid/block/block-size';
import { blockFiguresId } from '@/features/grid/summary/block-figures';
import { plural } from '@/lib/format';
import styles from './status-bar.module.css';
import { useTable } from './table-context';
import { useOutbox } from './visit-context';

export interface StatusBarProps {
  /** How many there are. */
  total: ReactNode;
  /** The rows that all could be selected of. */
  matching?: Matching;
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

/** How many rows a grid has, and how sure that is. */
export function RowTotal({ pages }: { pages: Pages }) {
  const { count } = pages;
  if (!count) return pages.error ? '' : 'Loading…';
  if (count.exact) return plural(count.count, 'row');
  return (
    <>
      <span title="The database’s estimate">≈ {plural(count.count, 'row')}</span>
      {pages.counting ? (
        <>
          <Spinner size={12} label="" /> counting…
          <button type="button" className={styles.link} onClick={pages.stopCounting}>
            Stop
          </button>
        </>
      ) : (
        <button type="button" className={styles.link} onClick={pages.countExactly}>
          exact
        </button>
      )}
    </>
  );
}
