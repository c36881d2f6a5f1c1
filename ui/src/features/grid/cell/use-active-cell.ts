import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { DataGridHandle, PositionChangeArgs } from 'react-data-grid';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import type { WindowedRows } from '@/table/position/use-row-window';
import { useTable } from '@/table/table-context';

type GridRef = RefObject<DataGridHandle | null>;

/**
 * Keeps the grid's active cell on its row. The grid identifies the active cell by the row's index, which changes when
 * rows are inserted before it or when the user goes to a distant row.
 *
 * Returns a handler for changes of the active position. It returns whether the user caused the change.
 */
export function useActiveCell(grid: GridRef, rows: WindowedRows, pages: PagedRows) {
  const active = useRef({ idx: 0, rowIdx: -1 });
  const isShifting = useRef(false);
  const isArriving = useRef(false);
  useActiveCellShift(grid, rows, active, isShifting);
  useScrollOnArrival(pages, rows.scrollTo, { grid, active, isArriving });

  const onPositionChange = ({ rowIdx, column }: PositionChangeArgs<GridRow>): boolean => {
    active.current = { idx: column?.idx ?? 0, rowIdx };
    if (!isShifting.current && !isArriving.current) pages.cancelPendingJump();
    return !isShifting.current;
  };
  return onPositionChange;
}

interface CellPosition {
  idx: number;
  rowIdx: number;
}

/**
 * Shifts the active cell and the block when indexes change. After a jump to another segment, old indexes mean nothing,
 * so the block is cleared.
 */
function useActiveCellShift(
  grid: GridRef,
  { source }: WindowedRows,
  active: RefObject<CellPosition>,
  isShifting: RefObject<boolean>,
) {
  const { block } = useTable();
  const { origin, length } = source;
  const { segment, offset } = origin;
  const previous = useRef({ segment, offset });
  useLayoutEffect(() => {
    const shift = offset - previous.current.offset;
    const isOtherSegment = segment !== previous.current.segment;
    previous.current = { segment, offset };
    if (isOtherSegment) block.clear();
    const { idx, rowIdx } = active.current;
    if (shift === 0 || rowIdx < 0) return;
    const exists = (index: number) => index >= 0 && index < length;
    const element = grid.current?.element;
    const isFocused = element?.contains(document.activeElement) ?? false;
    const { block: selected } = block.snapshot();
    isShifting.current = true;
    // If the grid no longer contains the row, the header of its column becomes active.
    grid.current?.setActivePosition({ idx, rowIdx: exists(rowIdx + shift) ? rowIdx + shift : -1 });
    isShifting.current = false;
    if (selected && exists(selected.anchor.row + shift) && exists(selected.head.row + shift))
      block.shiftRows(shift);
    else block.clear();
    // The grid's own focus would scroll to the cell.
    if (isFocused) {
      queueMicrotask(() =>
        element?.querySelector<HTMLElement>('[role="row"] > [tabindex="0"]')?.focus({ preventScroll: true }),
      );
    }
  }, [grid, segment, offset, length, active, isShifting, block]);
}

/**
 * Scrolls to the target of a jump to a row when its rows are loaded, and makes the cell in this row active if the grid
 * has an active cell. Sets `isArriving` during that change, which the user did not cause. Scrolls to the top when the
 * order or the filters change.
 */
function useScrollOnArrival(
  { scrollTarget, setVisibleRange }: PagedRows,
  scrollTo: WindowedRows['scrollTo'],
  {
    grid,
    active,
    isArriving,
  }: { grid: GridRef; active: RefObject<CellPosition>; isArriving: RefObject<boolean> },
) {
  // Its identity changes with the order and the filters.
  const previousSetter = useRef(setVisibleRange);
  useLayoutEffect(() => {
    if (previousSetter.current === setVisibleRange) return;
    previousSetter.current = setVisibleRange;
    scrollTo(0);
  }, [setVisibleRange, scrollTo]);
  const previousTarget = useRef(scrollTarget);
  useLayoutEffect(() => {
    if (!scrollTarget || previousTarget.current === scrollTarget) return;
    previousTarget.current = scrollTarget;
    const isFocused = grid.current?.element?.contains(document.activeElement);
    scrollTo(scrollTarget.index, (rowIdx) => {
      const { idx, rowIdx: before } = active.current;
      // Also without the focus: a dialog that closes returns it to the active cell.
      if (isFocused || before >= 0) {
        isArriving.current = true;
        grid.current?.setActivePosition({ idx, rowIdx }, { shouldFocus: isFocused === true });
        isArriving.current = false;
      }
    });
  }, [scrollTarget, scrollTo, grid, active, isArriving]);
}
