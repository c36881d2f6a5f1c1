import { useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import { formatCount, formatPlural } from '@/lib/format';
import { boundsOf, extentOf, isSingleCell } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';

/** How many cells are selected: '3 × 2 cells' in the bar, in full for screen readers. */
export function BlockSize() {
  const { block: store } = useTable();
  const { block } = useSyncExternalStore(store.subscribe, store.state);
  const extent = block && !isSingleCell(block) ? extentOf(boundsOf(block)) : undefined;
  return (
    <span role="status">
      {extent && (
        <>
          <span aria-hidden>
            {formatCount(extent.rows)} × {formatCount(extent.columns)} cells
          </span>
          <VisuallyHidden>
            {formatPlural(extent.rows, 'row')} by {formatPlural(extent.columns, 'column')} selected
          </VisuallyHidden>
        </>
      )}
    </span>
  );
}
