import { useEffect, useSyncExternalStore } from 'react';
import { BulkActions } from '@/features/bulk/bulk-actions';
import { formatCount } from '@/lib/format';
import { useTable } from '@/table/table-context';
import bar from '@/table/view/status-bar.module.css';
import type { MatchingRows } from '@/table/view/view-props';

export interface SelectedRowsProps {
  /** Not given where rows aren't read as one list. */
  matchingRows: MatchingRows | undefined;
  onDelete: (() => void) | undefined;
}

/** How many rows are ticked and what can be done with them; after the header's box, all that match are offered. */
export function SelectedRows({ matchingRows, onDelete }: SelectedRowsProps) {
  const { selection } = useTable();
  const mode = useSyncExternalStore(selection.subscribe, selection.mode);
  const offersAll = useSyncExternalStore(selection.subscribe, selection.canSelectAll);
  const filters = matchingRows?.filters;
  const filtersText = filters && JSON.stringify(filters);
  useEffect(() => {
    if (filtersText !== undefined) selection.setFilters(filtersText);
  }, [filtersText, selection]);

  const count = matchingRows?.count;
  const all = mode.kind === 'all';
  const selected =
    mode.kind === 'all' ? Math.max(0, (count?.count ?? 0) - mode.excluded.size) : mode.rows.size;
  if (mode.kind === 'rows' && selected === 0) return null;
  const sign = all && !count?.exact ? '≈ ' : '';
  const more = !all && filters && count && offersAll && count.count > selected ? count : undefined;
  return (
    <span className={bar.selection}>
      <span title={sign ? 'The database’s estimate' : undefined}>
        {sign}
        {formatCount(selected)} selected{all && mode.excluded.size === 0 && ': all that match'}
      </span>
      {more && filters && (
        <button type="button" className={bar.link} onClick={() => selection.selectAll(filters)}>
          Select all {more.exact ? '' : '≈ '}
          {formatCount(more.count)} that match
        </button>
      )}
      <BulkActions mode={mode} onDelete={onDelete} />
      <button type="button" className={bar.link} onClick={() => selection.clear()}>
        Clear
      </button>
    </span>
  );
}
