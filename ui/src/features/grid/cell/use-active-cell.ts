import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { DataGridHandle, PositionChangeArgs } from 'react-data-grid';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { matchesKeys } from '@/lib/browser/keyboard';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import type { WindowedRows } from '@/table/position/use-row-window';
import { useTable } from '@/table/table-context';

type GridRef = RefObject<DataGridHandle | null>;

/**
 * The grid knows its active cell by the row's index: this moves it along with the
 * row, and leads it to far ones. What it returns is to be told of the active cell,
 * and says whether the person chose it.
 */
export function useActiveCell(grid: GridRef, rows: WindowedRows, pages: PagedRows) {
  const active = useRef({ idx: 0, rowIdx: -1 });
  const moving = useRef(false);
  const arriving = useRef(false);
  useActiveCellShift(grid, rows, active, moving);
  useScrollOnArrival(pages, rows.scrollTo, { grid, active, arriving });

  const onPosition = ({ rowIdx, column }: PositionChangeArgs<GridRow>): boolean => {
    active.current = { idx: column?.idx ?? 0, rowIdx };
    if (!moving.current && !arriving.current) pages.cancelPendingJump();
    return !moving.current;
  };
  useEndKeys(grid, pages.goTo);
  return onPosition;
}

/** The keys that lead to the table's ends, wherever in the grid the focus is: the grid knows only of the rows that it holds. */
function useEndKeys(grid: GridRef, go: PagedRows['goTo']) {
  useEffect(() => {
    const element = grid.current?.element;
    const onKeyDown = (event: KeyboardEvent) => {
      const end = matchesKeys(event, 'mod+end');
      if (!end && !matchesKeys(event, 'mod+home')) return;
      if (event.target instanceof Element && event.target.closest('.rdg-editor-container')) return;
      event.preventDefault();
      event.stopPropagation();
      go({ kind: end ? 'end' : 'start' });
    };
    element?.addEventListener('keydown', onKeyDown, { capture: true });
    return () => element?.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [grid, go]);
}

interface CellPosition {
  idx: number;
  rowIdx: number;
}

/** Where no index of before means anything, no cells are selected any more. */
function useActiveCellShift(
  grid: GridRef,
  { source }: WindowedRows,
  active: RefObject<CellPosition>,
  moving: RefObject<boolean>,
) {
  const { block } = useTable();
  const { origin, length } = source;
  const { segment, offset } = origin;
  const before = useRef({ run: segment, at: offset });
  useLayoutEffect(() => {
    const by = offset - before.current.at;
    const elsewhere = segment !== before.current.run;
    before.current = { run: segment, at: offset };
    if (elsewhere) block.clear();
    const { idx, rowIdx } = active.current;
    if (by === 0 || rowIdx < 0) return;
    const inside = (index: number) => index >= 0 && index < length;
    const element = grid.current?.element;
    const focused = element?.contains(document.activeElement) ?? false;
    const { block: selected } = block.snapshot();
    moving.current = true;
    // A row that the grid doesn't hold any more can't be active: its column's header is.
    grid.current?.setActivePosition({ idx, rowIdx: inside(rowIdx + by) ? rowIdx + by : -1 });
    moving.current = false;
    if (selected && inside(selected.anchor.row + by) && inside(selected.head.row + by)) block.shift(by);
    else block.clear();
    // Not by the grid, which would scroll there.
    if (focused) {
      queueMicrotask(() =>
        element?.querySelector<HTMLElement>('[role="row"] > [tabindex="0"]')?.focus({ preventScroll: true }),
      );
    }
  }, [grid, segment, offset, length, active, moving, block]);
}

/** Scrolls to where one went, with the active cell if that was there; another order or filter is read from its top. */
function useScrollOnArrival(
  { scrollTarget, setVisibleRange }: PagedRows,
  scrollTo: WindowedRows['scrollTo'],
  {
    grid,
    active,
    arriving,
  }: { grid: GridRef; active: RefObject<CellPosition>; arriving: RefObject<boolean> },
) {
  const told = useRef(setVisibleRange);
  useLayoutEffect(() => {
    if (told.current === setVisibleRange) return;
    told.current = setVisibleRange;
    scrollTo(0);
  }, [setVisibleRange, scrollTo]);
  const arrived = useRef(scrollTarget);
  useLayoutEffect(() => {
    if (!scrollTarget || arrived.current === scrollTarget) return;
    arrived.current = scrollTarget;
    const focused = grid.current?.element?.contains(document.activeElement);
    scrollTo(scrollTarget.index, (rowIdx) => {
      const { idx, rowIdx: before } = active.current;
      // Also without the focus, which a dialog that closes gives back to it.
      if (focused || before >= 0) {
        arriving.current = true;
        grid.current?.setActivePosition({ idx, rowIdx }, { shouldFocus: focused === true });
        arriving.current = false;
      }
    });
  }, [scrollTarget, scrollTo, grid, active, arriving]);
}
