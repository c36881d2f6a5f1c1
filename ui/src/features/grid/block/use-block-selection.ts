import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type {
  CellKeyboardEvent,
  CellKeyDownArgs,
  CellMouseArgs,
  CellMouseEvent,
  DataGridHandle,
  Column as GridColumn,
  PositionChangeArgs,
} from 'react-data-grid';
import { isMac } from '@/lib/browser/keyboard';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import { boundsOf, type Extent, extendByKey, isInBounds } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { selectKey } from '../columns/grid-columns';
import { type CellLocator, useBlockDrag } from './use-block-drag';

export interface BlockSelectionOptions {
  grid: RefObject<DataGridHandle | null>;
  /** The columns as the grid has them, pinned ones first. */
  gridColumns: readonly GridColumn<GridRow>[];
  rowCount: number;
  rowHeight: number;
}

/** Cells selected as a block by mouse and keyboard. What is active stays the grid's business. */
export function useBlockSelection({ grid, gridColumns, rowCount, rowHeight }: BlockSelectionOptions) {
  const { block } = useTable();
  const names = useMemo(
    () => gridColumns.filter(({ key }) => key !== selectKey).map(({ key }) => key),
    [gridColumns],
  );
  /** Columns of the grid that stand before those of the table. */
  const offset = gridColumns.length - names.length;
  const extent: Extent = { rows: rowCount, columns: names.length };
  const cellAt = useCellLocator(grid, extent, offset, rowHeight);
  const startDrag = useBlockDrag(grid, cellAt);

  const order = names.join('\n');
  const shown = useRef(order);
  useEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    block.clear();
  }, [block, order]);
  useEffect(() => () => block.clear(), [block]);

  const onActivePositionChange = ({ rowIdx, column }: PositionChangeArgs<GridRow>) => {
    const at = column ? names.indexOf(column.key) : -1;
    if (rowIdx < 0 || rowIdx >= rowCount || at < 0) block.clear();
    else block.start({ row: rowIdx, column: at });
  };

  const onMouseDown = ({ rowIdx, column }: CellMouseArgs<GridRow>, event: CellMouseEvent) => {
    const cell = { row: rowIdx, column: names.indexOf(column.key) };
    if (cell.column < 0) return;
    const { block: current } = block.state();
    if (event.button === 0 && event.shiftKey && current) {
      event.preventGridDefault();
      // The active cell keeps the focus.
      event.preventDefault();
      block.extend(cell);
      startDrag((head) => block.extend(head));
    } else if (event.button === 0) {
      block.start(cell);
      startDrag((head) => block.extend(head));
    } else if (current && isInBounds(boundsOf(current), cell)) {
      // The menu is about the block.
      event.preventGridDefault();
      event.preventDefault();
    }
  };

  /** Whether the key was the block's. */
  const onKeyDown = (args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent): boolean => {
    const { block: current } = block.state();
    const mod = isMac ? event.metaKey : event.ctrlKey;
    if (args.mode === 'EDIT' || !current || event.altKey) return false;
    const take = () => {
      event.preventGridDefault();
      event.preventDefault();
      return true;
    };
    if (event.key === 'Escape') return block.collapse() && take();
    if (mod && !event.shiftKey && event.key.toLowerCase() === 'a') {
      const last = { row: extent.rows - 1, column: extent.columns - 1 };
      block.select({ anchor: { row: 0, column: 0 }, head: last });
      return take();
    }
    const page = Math.max(1, Math.floor((grid.current?.element?.clientHeight ?? 0) / rowHeight) - 1);
    const head = extendByKey({ key: event.key, shiftKey: event.shiftKey, mod }, current.head, extent, page);
    if (!head) return false;
    if (!event.shiftKey) {
      // The grid moves the active cell, which at an edge stays where it is.
      block.collapse();
      return false;
    }
    block.extend(head);
    grid.current?.scrollToCell({ rowIdx: head.row, idx: head.column + offset });
    return take();
  };

  return { onActivePositionChange, onMouseDown, onKeyDown, names, startDrag };
}

/** The cell under a point of the screen; a point outside of the cells stands for the nearest of them. */
function useCellLocator(
  grid: RefObject<DataGridHandle | null>,
  { rows, columns }: Extent,
  offset: number,
  rowHeight: number,
): CellLocator {
  return useCallback(
    (x, y) => {
      const element = grid.current?.element;
      if (!element || columns === 0 || rows === 0) return undefined;
      const box = element.getBoundingClientRect();
      const inside = (value: number, start: number, size: number) =>
        Math.max(start + 1, Math.min(start + size - 2, value));
      const row = Math.floor(
        (inside(y, box.top + rowHeight, element.clientHeight - rowHeight) -
          box.top -
          rowHeight +
          element.scrollTop) /
          rowHeight,
      );
      // By what is drawn there: pinned columns cover others.
      const header = document
        .elementsFromPoint(inside(x, box.left, element.clientWidth), box.top + rowHeight / 2)
        .find((found) => found.matches('[role="columnheader"]'));
      const column = header ? Number(header.getAttribute('aria-colindex')) - 1 - offset : columns - 1;
      return { row: Math.min(rows - 1, Math.max(0, row)), column: Math.max(0, column) };
    },
    [grid, rows, columns, offset, rowHeight],
  );
}
