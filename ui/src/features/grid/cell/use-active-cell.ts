import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { DataGridHandle, PositionChangeArgs } from 'react-data-grid';
import type { Pages } from '@/data/paging/segments/pages';
import { matchesKeys } from '@/lib/browser/keys';
import type { GridRow } from '@/table/cells/grid-rows.utils';
import type { WindowedRows } from '@/table/position/use-row-window';
import { useTable } from '@/table/table-context';

type Grid = RefObject<DataGridHandle | null>;

/**
 * The grid knows its active cell by the row's index: this moves it along with the
 * row, and leads it to far ones. What it returns is to be told of the active cell,
 * and says whether the person chose it.
 */
export function useActiveCell(grid: Grid, rows: WindowedRows, pages: Pages) {
  const active = useRef({ idx: 0, rowIdx: -1 });
  const moving = useRef(false);
  const arriving = useRef(false);
  useMovingAlong(grid, rows, active, moving);
  useArrival(pages, rows.scrollTo, { grid, active, arriving });

  const onPosition = ({ rowIdx, column }: PositionChangeArgs<GridRow>): boolean => {
    active.current = { idx: column?.idx ?? 0, rowIdx };
    if (!moving.current && !arriving.current) pages.stay();
    return !moving.current;
  };
  useEndKeys(grid, pages.go);
  return onPosition;
}

/** The keys that lead to the table's ends, wherever in the grid the focus is: the grid knows only of the rows that it holds. */
function useEndKeys(grid: Grid, go: Pages['go']) {
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

interface Position {
  idx: number;
  rowIdx: number;
}

/** Where no index of before means anything, no cells are selected any more. */
function useMovingAlong(
  grid: Grid,
  { source }: WindowedRows,
  active: RefObject<Position>,
  moving: RefObject<boolean>,
) {
  const { block } = useTable();
  const { origin, length } = source;
  const { run, at } = origin;
  const before = useRef({ run, at });
  useLayoutEffect(() => {
    const by = at - before.current.at;
    const elsewhere = run !== before.current.run;
    before.current = { run, at };
    if (elsewhere) block.clear();
    const { idx, rowIdx } = active.current;
    if (by === 0 || rowIdx < 0) return;
    const inside = (index: number) => index >= 0 && index < length;
    const element = grid.current?.element;
    const focused = element?.contains(document.activeElement) ?? false;
    const { block: selected } = block.state();
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
  }, [grid, run, at, length, active, moving, block]);
}

/** Scrolls to where one went, with the active cell if that was there; another order or filter is read from its top. */
function useArrival(
  { arrival, show }: Pages,
  scrollTo: WindowedRows['scrollTo'],
  { grid, active, arriving }: { grid: Grid; active: RefObject<Position>; arriving: RefObject<boolean> },
) {
  const told = useRef(show);
  useLayoutEffect(() => {
    if (told.current === show) return;
    told.current = show;
    scrollTo(0);
  }, [show, scrollTo]);
  const arrived = useRef(arrival);
  useLayoutEffect(() => {
    if (!arrival || arrived.current === arrival) return;
    arrived.current = arrival;
    const focused = grid.current?.element?.contains(document.activeElement);
    scrollTo(arrival.index, (rowIdx) => {
      const { idx, rowIdx: before } = active.current;
      // Also without the focus, which a dialog that closes gives back to it.
      if (focused || before >= 0) {
        arriving.current = true;
        grid.current?.setActivePosition({ idx, rowIdx }, { shouldFocus: focused === true });
        arriving.current = false;
      }
    });
  }, [arrival, scrollTo, grid, active, arriving]);
}
