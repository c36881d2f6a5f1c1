import { useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import { getBounds, getExtent, isSingleCell } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { gridMessages as messages } from '../grid-messages';

/** Shows how many cells are selected: '3 × 2 cells' on screen, a full sentence for screen readers. */
export function BlockSize() {
  const { block: store } = useTable();
  const { block } = useSyncExternalStore(store.subscribe, store.snapshot);
  const extent = block && !isSingleCell(block) ? getExtent(getBounds(block)) : undefined;
  return (
    <span role="status">
      {extent && (
        <>
          <span aria-hidden>{messages.block.size(extent)}</span>
          <VisuallyHidden>{messages.block.sizeDescription(extent)}</VisuallyHidden>
        </>
      )}
    </span>
  );
}
