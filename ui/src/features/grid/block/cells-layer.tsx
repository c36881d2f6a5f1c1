import { type RefObject, useSyncExternalStore } from 'react';
import type { DataGridHandle, Column as GridColumn } from 'react-data-grid';
import { lockReason } from '@/data/writes/batches/guards.utils';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import { useTable } from '@/table/table-context';
import { BlockOverlay } from './block-overlay';
import { BlockReadProgress } from './block-read-progress';
import type { BlockChangeDialogProps } from './changes/block-change-dialog';
import type { RejectionsDialogProps } from './changes/rejections-dialog';
import type { CellInteraction } from './use-cell-interaction';

const BlockChangeDialog = lazyComponent<BlockChangeDialogProps>(
  async () => (await import('./changes/block-change-dialog')).BlockChangeDialog,
);
const RejectionsDialog = lazyComponent<RejectionsDialogProps>(
  async () => (await import('./changes/rejections-dialog')).RejectionsDialog,
);

export interface CellsLayerProps {
  cells: CellInteraction;
  grid: RefObject<DataGridHandle | null>;
  gridColumns: readonly GridColumn<GridRow>[];
}

/** Renders what the selected block adds to the grid: its tint, the loading progress and the dialogs about changes. */
export function CellsLayer({ cells, grid, gridColumns }: CellsLayerProps) {
  const { table, block } = useTable();
  const { actions, columns, onFillStart } = cells;
  const { proposal, accept, dismiss, rejectedEdits, dismissRejectedEdits } = actions.changes;
  const canFill = useSyncExternalStore(block.subscribe, () => {
    const bounds = block.bounds();
    return columns
      .slice(bounds?.left, (bounds?.right ?? -1) + 1)
      .some((column) => lockReason(table, column) === undefined);
  });
  return (
    <>
      <BlockOverlay
        {...{ grid, gridColumns, canFill, onFillStart }}
        onAutoFill={actions.fillAlongAdjacentColumn}
      />
      <BlockReadProgress reading={actions.reading} />
      <LazyDialog open={proposal !== null}>
        <BlockChangeDialog proposal={proposal} onAccept={accept} onClose={dismiss} />
      </LazyDialog>
      <LazyDialog open={rejectedEdits !== null}>
        <RejectionsDialog rejectedEdits={rejectedEdits} onClose={dismissRejectedEdits} />
      </LazyDialog>
    </>
  );
}
