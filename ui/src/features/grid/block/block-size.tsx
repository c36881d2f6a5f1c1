import { useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import { formatCount, plural } from '@/lib/format';
import { boundsOf, extentOf, isSingle } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';

/** How many cells are selected: '3 × 2 cells' in the bar, in full for screen readers. */
export function BlockSize() {
  const { block: store } = useTable();
  const { block } = useSyncExternalStore(store.subscribe, store.state);
  const extent = block && !isSingle(block) ? extentOf(boundsOf(block)) : undefined;
  return (
    <span role="status">
      {extent && (
        <>
          <span aria-hidden>
            {formatCount(extent.rows)} × {formatCount(extent.columns)} cells
          </span>
          <VisuallyHidden>
            {plural(extent.rows, 'row')} by {plural(extent.columns, 'column')} selected
          </VisuallyHidden>
        </>
      )}
    </span>
  );
}
