import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { BulkActions } from '@/features/bulk/bulk-actions';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { formatCount } from '@/lib/text/format';
import type { SelectionActionsProps } from '@/table/actions/selection-actions';
import type { SelectionMode } from '@/table/selection/row-selection';
import { useTable } from '@/table/table-context';
import type { MatchingRows } from '@/table/view/view-props';
import { tablePageMessages } from '../table-page-messages';
import styles from './selection-bar.module.css';

const SelectionActions = lazyComponent<SelectionActionsProps>(
  async () => (await import('@/table/actions/selection-actions')).SelectionActions,
);

const messages = tablePageMessages.selection;

const formatRowCount = (count: number, isExact: boolean) =>
  isExact ? formatCount(count) : messages.approximate(formatCount(count));

export interface SelectionBarProps {
  mode: SelectionMode;
  /** Undefined if the view does not read its rows as a single list. */
  matchingRows: MatchingRows | undefined;
  onDelete: (() => void) | undefined;
}

/**
 * The floating bar of the ticked rows: their number, after a click on the header's checkbox the offer to select all
 * matching rows, and what the user can do with them. It has its own space, so that it never covers a row.
 */
export function SelectionBar({ mode, matchingRows, onDelete }: SelectionBarProps) {
  const { selection } = useTable();
  const canSelectAll = useSyncExternalStore(selection.subscribe, selection.canSelectAll);
  const filters = matchingRows?.filters;
  const count = matchingRows?.count;
  const selected =
    mode.kind === 'all' ? Math.max(0, (count?.count ?? 0) - mode.excluded.size) : mode.rows.size;
  const isEstimate = mode.kind === 'all' && !count?.exact;
  const isComplete = mode.kind === 'all' && mode.excluded.size === 0;
  const selectedText = formatRowCount(selected, !isEstimate);
  const offersMore = mode.kind === 'rows' && canSelectAll && count !== undefined && count.count > selected;
  const more = offersMore && filters ? count : undefined;
  return (
    <div className={styles.space}>
      <section className={styles.bar} aria-label={messages.label}>
        <span className={styles.count} title={isEstimate ? messages.estimate : undefined}>
          {isComplete ? messages.allSelected(selectedText) : messages.selected(selectedText)}
        </span>
        {more && filters && (
          <Button variant="ghost" className={styles.more} onClick={() => selection.selectAll(filters)}>
            {messages.selectAll(formatRowCount(more.count, more.exact))}
          </Button>
        )}
        <span className={styles.actions}>
          <SelectionActions mode={mode} />
          <BulkActions mode={mode} onDelete={onDelete} />
          <IconButton
            label={messages.clear}
            icon={<X size={16} aria-hidden />}
            onClick={() => selection.clear()}
          />
        </span>
      </section>
    </div>
  );
}
