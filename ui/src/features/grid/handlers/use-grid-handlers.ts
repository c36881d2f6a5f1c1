import type { RefObject } from 'react';
import type {
  CellKeyboardEvent,
  CellKeyDownArgs,
  CellMouseArgs,
  CellMouseEvent,
  DataGridHandle,
  PositionChangeArgs,
} from 'react-data-grid';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { type GridRow, groupHead, isRecord } from '@/table/cells/grid-rows.utils';
import type { WindowedRows } from '@/table/position/use-row-window';
import { useTable } from '@/table/table-context';
import type { CellInteraction } from '../block/use-cell-interaction';
import { useActiveCell } from '../cell/use-active-cell';
import { useCellEntry } from '../cell/use-cell-entry';
import { useCellExpansion } from '../cell/use-cell-expansion';
import type { RowTicking } from '../cell/use-row-ticking';
import { selectKey } from '../columns/grid-columns';
import { handleGroupKey } from '../group/handle-group-key';
import type { RowsGridProps } from '../rows-grid';
import { useRowKeyHandler } from './use-row-key-handler';

export interface GridHandlersOptions {
  grid: RefObject<DataGridHandle | null>;
  rowWindow: WindowedRows;
  cells: CellInteraction;
  ticking: RowTicking;
}

/** Returns the grid's handlers of keys, clicks and the active cell, and the cell whose whole value is shown. Passes each event to the first module that handles it. */
export function useGridHandlers(
  { pages, columns, openKey, onEntered, onActiveRow }: RowsGridProps,
  { grid, rowWindow, cells, ticking }: GridHandlersOptions,
) {
  const { table, block } = useTable();
  const onPositionChange = useActiveCell(grid, rowWindow, pages);
  const entry = useCellEntry(columns, onEntered);
  const onRowKey = useRowKeyHandler(openKey, ticking);
  const expansion = useCellExpansion(columns);

  const onActivePositionChange = (args: PositionChangeArgs<GridRow>) => {
    if (!onPositionChange(args)) return;
    const { row, column } = args;
    // The head of a group has no cells that can be selected.
    if (row?.[groupHead]) block.clear();
    else cells.onActivePositionChange(args);
    // The open record doesn't follow the column of check boxes, so that rows can be ticked beside it.
    if (column?.key === selectKey) return;
    if (row && isRecord(row)) onActiveRow(getRowKey(table, row));
  };
  const onCellKeyDown = (args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) => {
    if (handleGroupKey(args, event) || expansion.onKeyDown(args, event)) return;
    if (cells.onKeyDown(args, event) || onRowKey(args, event)) return;
    entry.onKeyDown(args, event);
  };
  const onCellMouseDown = (args: CellMouseArgs<GridRow>, event: CellMouseEvent) => {
    if (!args.row[groupHead]) cells.onMouseDown(args, event);
  };
  return {
    expanded: expansion.cell,
    closeExpanded: expansion.close,
    cells: { onActivePositionChange, onCellKeyDown, onCellMouseDown, ...entry.handlers },
  };
}
