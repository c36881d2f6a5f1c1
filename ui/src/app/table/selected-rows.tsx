import { useEffect, useSyncExternalStore } from 'react';
import { BulkActions } from '@/features/bulk/bulk-actions';
import { lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { formatCount } from '@/lib/text/format';
import type { SelectionActionsProps } from '@/table/actions/selection-actions';
import { useTable } from '@/table/table-context';
import bar from '@/table/view/status-bar.module.css';
import type { MatchingRows } from '@/table/view/view-props';
import { tablePageMessages } from './table-page-messages';

const SelectionActions = lazyComponent<SelectionActionsProps>(
  async () => (await import('@/table/actions/selection-actions')).SelectionActions,
);

const messages = tablePageMessages.selection;

const formatRowCount = (count: number, isExact: boolean) =>
  isExact ? formatCount(count) : messages.approximate(formatCount(count));

export interface SelectedRowsProps {
  /** Undefined if the view does not read its rows as a single list. */
  matchingRows: MatchingRows | undefined;
  onDelete: (() => void) | undefined;
}

/** The number of ticked rows, the actions on them, and after a click on the header's checkbox the offer to select all matching rows. */
export function SelectedRows({ matchingRows, onDelete }: SelectedRowsProps) {
  const { selection } = useTable();
  const mode = useSyncExternalStore(selection.subscribe, selection.mode);
  const canSelectAll = useSyncExternalStore(selection.subscribe, selection.canSelectAll);
  const filters = matchingRows?.filters;
  const filtersText = filters && JSON.stringify(filters);
  useEffect(() => {
    if (filtersText !== undefined) selection.setFilters(filtersText);
  }, [filtersText, selection]);

  const count = matchingRows?.count;
  const selected =
    mode.kind === 'all' ? Math.max(0, (count?.count ?? 0) - mode.excluded.size) : mode.rows.size;
  if (mode.kind === 'rows' && selected === 0) return null;
  const isEstimate = mode.kind === 'all' && !count?.exact;
  const isComplete = mode.kind === 'all' && mode.excluded.size === 0;
  const selectedText = formatRowCount(selected, !isEstimate);
  const offersMore = mode.kind === 'rows' && canSelectAll && count !== undefined && count.count > selected;
  const more = offersMore && filters ? count : undefined;
  return (
    <span className={bar.selection}>
      <span title={isEstimate ? messages.estimate : undefined}>
        {isComplete ? messages.allSelected(selectedText) : messages.selected(selectedText)}
      </span>
      {more && filters && (
        <button type="button" className={bar.link} onClick={() => selection.selectAll(filters)}>
          {messages.selectAll(formatRowCount(more.count, more.exact))}
        </button>
      )}
      <SelectionActions mode={mode} />
      <BulkActions mode={mode} onDelete={onDelete} />
      <button type="button" className={bar.link} onClick={() => selection.clear()}>
        {messages.clear}
      </button>
    </span>
  );
}
