import { type RefObject, useSyncExternalStore } from 'react';
import type { DataGridHandle, Column as GridColumn } from 'react-data-grid';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import { useTable } from '@/table/table-context';
import { BlockOverlay } from './block-overlay';
import { BlockReading } from './block-reading';
import { ChangeDialog } from './changes/change-dialog';
import { RefusalsDialog } from './changes/refusals-dialog';
import type { Cells } from './use-cells';

export interface CellsLayerProps {
  cells: Cells;
  grid: RefObject<DataGridHandle | null>;
  gridded: readonly GridColumn<GridRow>[];
}

/** What stands over the grid because of its block: the tint, and what is asked and told about changes. */
export function CellsLayer({ cells, grid, gridded }: CellsLayerProps) {
  const { table, block } = useTable();
  const { actions, columns, onFillStart } = cells;
  const { proposal, accept, dismiss, refusals, dismissRefusals } = actions.changes;
  const fillable = useSyncExternalStore(block.subscribe, () => {
    const bounds = block.bounds();
    return columns
      .slice(bounds?.left, (bounds?.right ?? -1) + 1)
      .some((column) => lockReason(table, column) === undefined);
  });
  return (
    <>
      <BlockOverlay {...{ grid, gridded, fillable, onFillStart }} onFillBeside={actions.fillBeside} />
      <BlockReading reading={actions.reading} />
      <ChangeDialog proposal={proposal} onAccept={accept} onClose={dismiss} />
      <RefusalsDialog refusals={refusals} onClose={dismissRefusals} />
    </>
  );
}
