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
import { isMac } from '@/lib/browser/keyboard/keyboard';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import { type Extent, extendByKey, getBounds, isInBounds } from '@/table/selection/block.utils';
import { useTable } from '@/table/table-context';
import { selectKey } from '../columns/grid-columns';
import { type CellLocator, type StartBlockDrag, useBlockDrag } from './use-block-drag';

export interface BlockSelectionOptions {
  grid: RefObject<DataGridHandle | null>;
  /** The columns in the grid's order: the column of check boxes, pinned columns, other columns. */
  gridColumns: readonly GridColumn<GridRow>[];
  rowCount: number;
  rowHeight: number;
}

/** The handlers that select a block of cells, and what other actions on cells need from them. */
export interface BlockSelectionHandlers {
  onActivePositionChange: (args: PositionChangeArgs<GridRow>) => void;
  onMouseDown: (args: CellMouseArgs<GridRow>, event: CellMouseEvent) => void;
  /** Returns whether it handled the key. */
  onKeyDown: (args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent) => boolean;
  /** The names of the table's columns in the grid's order. */
  names: readonly string[];
  startDrag: StartBlockDrag;
}

/** Selects a block of cells by mouse and keyboard. The grid itself moves the active cell. */
export function useBlockSelection(options: BlockSelectionOptions): BlockSelectionHandlers {
  const { grid, gridColumns, rowCount, rowHeight } = options;
  const { block } = useTable();
  const names = useMemo(
    () => gridColumns.filter(({ key }) => key !== selectKey).map(({ key }) => key),
    [gridColumns],
  );
  /** The number of columns before those of the table: the column of check boxes. */
  const offset = gridColumns.length - names.length;
  const extent: Extent = { rows: rowCount, columns: names.length };
  const locateCell = useCellLocator(grid, extent, offset, rowHeight);
  const startDrag = useBlockDrag(grid, locateCell);
  const onKeyDown = useBlockKeys(options, extent, offset);
  useClearOnColumnChange(names);

  const onActivePositionChange = ({ rowIdx, column }: PositionChangeArgs<GridRow>) => {
    const columnIndex = column ? names.indexOf(column.key) : -1;
    if (rowIdx < 0 || rowIdx >= rowCount || columnIndex < 0) block.clear();
    else block.start({ row: rowIdx, column: columnIndex });
  };

  const onMouseDown = ({ rowIdx, column }: CellMouseArgs<GridRow>, event: CellMouseEvent) => {
    const cell = { row: rowIdx, column: names.indexOf(column.key) };
    if (cell.column < 0) return;
    const { block: current } = block.snapshot();
    if (event.button === 0 && event.shiftKey && current) {
      event.preventGridDefault();
      // Leaves the focus on the active cell.
      event.preventDefault();
      block.extend(cell);
      startDrag((head) => block.extend(head));
    } else if (event.button === 0) {
      block.start(cell);
      startDrag((head) => block.extend(head));
    } else if (current && isInBounds(getBounds(current), cell)) {
      // A right click in the block opens the menu for the whole block.
      event.preventGridDefault();
      event.preventDefault();
    }
  };

  return { onActivePositionChange, onMouseDown, onKeyDown, names, startDrag };
}

/** Clears the block when the visible columns change, since it contains indexes of columns, and on unmount. */
function useClearOnColumnChange(names: readonly string[]): void {
  const { block } = useTable();
  const columnKey = names.join('\n');
  const previous = useRef(columnKey);
  useEffect(() => {
    if (previous.current === columnKey) return;
    previous.current = columnKey;
    block.clear();
  }, [block, columnKey]);
  useEffect(() => () => block.clear(), [block]);
}

/** Returns the key handler of the block: Escape, select all, and Shift with arrows, Home, End and the page keys. */
function useBlockKeys(
  { grid, rowHeight }: BlockSelectionOptions,
  extent: Extent,
  offset: number,
): BlockSelectionHandlers['onKeyDown'] {
  const { block } = useTable();
  return (args, event) => {
    const { block: current } = block.snapshot();
    const mod = isMac ? event.metaKey : event.ctrlKey;
    if (args.mode === 'EDIT' || !current || event.altKey) return false;
    const preventDefault = () => {
      event.preventGridDefault();
      event.preventDefault();
      return true;
    };
    if (event.key === 'Escape') return block.collapse() && preventDefault();
    if (mod && !event.shiftKey && event.key.toLowerCase() === 'a') {
      const last = { row: extent.rows - 1, column: extent.columns - 1 };
      block.select({ anchor: { row: 0, column: 0 }, head: last });
      return preventDefault();
    }
    const page = Math.max(1, Math.floor((grid.current?.element?.clientHeight ?? 0) / rowHeight) - 1);
    const head = extendByKey({ key: event.key, shiftKey: event.shiftKey, mod }, current.head, extent, page);
    if (!head) return false;
    if (!event.shiftKey) {
      // The grid moves the active cell. At an edge it doesn't move, so the block is collapsed here.
      block.collapse();
      return false;
    }
    block.extend(head);
    grid.current?.scrollToCell({ rowIdx: head.row, idx: head.column + offset });
    return preventDefault();
  };
}

/** Returns a function that finds the cell at a point of the screen; outside of the cells, the nearest cell. */
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
      const clamp = (value: number, start: number, size: number) =>
        Math.max(start + 1, Math.min(start + size - 2, value));
      const headerHeight = element.querySelector('[role="columnheader"]')?.clientHeight ?? rowHeight;
      const bodyTop = box.top + headerHeight;
      const bodyY = clamp(y, bodyTop, element.clientHeight - headerHeight) - bodyTop;
      const row = Math.floor((bodyY + element.scrollTop) / rowHeight);
      // Looks up the header that is drawn at this x, since pinned columns cover others.
      const header = document
        .elementsFromPoint(clamp(x, box.left, element.clientWidth), box.top + headerHeight / 2)
        .find((found) => found.matches('[role="columnheader"]'));
      const column = header ? Number(header.getAttribute('aria-colindex')) - 1 - offset : columns - 1;
      return { row: Math.min(rows - 1, Math.max(0, row)), column: Math.max(0, column) };
    },
    [grid, rows, columns, offset, rowHeight],
  );
}
