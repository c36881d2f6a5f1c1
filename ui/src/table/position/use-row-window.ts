import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RowSource } from '@/data/paging/row-source';
import type { RowRange } from '@/data/paging/segments/page-plan';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import {
  computeWindowLength,
  type RowWindow,
  shiftWindow,
  slideWindow,
  translateWindow,
  type WindowLimits,
} from '@/table/position/row-window';
import { useTable } from '@/table/table-context';
import type { EditedRow } from './edited-row';
import { getMaxRows } from './scroll-limit';
import { ScrollPosition } from './scroll-position';

/** The scrolling element: of a grid's handle or of a list of cards. */
export interface Scroller {
  element: HTMLElement | null;
}

/** The window of rows in the grid, and the operations that scroll it. */
export interface WindowedRows {
  /** The rows by index in the grid. */
  source: RowSource;
  /** The index in the table of the grid's first row. */
  base: number;
  /** Whether the table has more rows than the grid can contain. */
  isWindowed: boolean;
  /** Scrolls a row to the top of the visible part, by its index in the table. Then calls `onReached` with its index in the grid. */
  scrollTo: (rowIndex: number, onReached?: (gridIndex: number) => void) => void;
  /** The scroll position in the table. */
  scrollPosition: ScrollPosition;
  /** Returns the indexes in the grid of the rows that are visible, at least in part. */
  visibleRange: () => RowRange;
  /** Must be called after each scroll event. */
  onScrolled: (element: HTMLElement) => void;
}

/** A window with the origin of the rows for which it was computed. */
interface WindowState extends RowWindow {
  segment: object;
  offset: number;
}

export interface RowWindowOptions {
  scroller: RefObject<Scroller | null>;
  pages: PagedRows;
  rowHeight: number;
  /** Maximum number of rows in the grid. Default: the browser's limit. */
  maxRows?: number;
  /**
   * Whether subscribers of the scroll position render in the next frame. Needed if the rows are rendered by another listener
   * of the scroll event: if they rendered before it, the browser would compute the layout once more when it reads the position.
   */
  defersPosition?: boolean;
  /** The row with an open editor; undefined if there is none. */
  editedRow?: EditedRow | undefined;
}

/**
 * Returns the window of rows that the grid contains. If the position of rows in the table changes (it can be an
 * estimate), or the window moves, the visible rows stay visible. An edited row keeps its index, because the grid
 * identifies it by index.
 */
export function useRowWindow(options: RowWindowOptions): WindowedRows {
  const {
    scroller,
    pages,
    rowHeight,
    maxRows = Number.POSITIVE_INFINITY,
    defersPosition,
    editedRow,
  } = options;
  const limits = useMemo(
    () => ({ count: pages.length, maxRows: Math.min(maxRows, getMaxRows(rowHeight, pages.length)) }),
    [pages.length, rowHeight, maxRows],
  );
  const [windowState, setWindowState] = useWindowState(pages, limits, editedRow);
  const { base, length, indexOffset, segment } = windowState;
  const target = useScrollAnchor(scroller, windowState, rowHeight, pages.headAt);
  const isWindowed = limits.count > limits.maxRows;
  const source = useMemo(
    () => createWindowedSource(pages, base, length, { segment, offset: indexOffset }),
    [pages, base, length, segment, indexOffset],
  );

  const slide = useCallback(
    (range: RowRange) => setWindowState((before) => ({ ...before, ...slideWindow(before, range, limits) })),
    [limits, setWindowState],
  );
  const scrollTo = useCallback(
    (rowIndex: number, onReached?: (index: number) => void) => {
      target.current = { rowIndex, onReached };
      slide({ first: rowIndex, last: rowIndex });
      // Renders also if the window stays the same, so that useScrollAnchor scrolls.
      setWindowState((before) => ({ ...before }));
    },
    [target, slide, setWindowState],
  );
  const [scrollPosition] = useState(() => new ScrollPosition({ isDeferred: defersPosition ?? false }));
  const { setVisibleRange } = pages;
  const onScrolled = useCallback(
    (element: HTMLElement) => {
      const first = Math.max(0, base + Math.floor(element.scrollTop / rowHeight));
      const range = { first, last: first + Math.ceil(element.clientHeight / rowHeight) };
      setVisibleRange(range);
      scrollPosition.update(first, Math.floor(element.clientHeight / rowHeight) - 1);
      if (isWindowed && !editedRow) slide(range);
    },
    [base, rowHeight, setVisibleRange, scrollPosition, slide, isWindowed, editedRow],
  );
  const visibleRange = useCallback(() => {
    const { first, rows } = scrollPosition.latest();
    return { first: first - base, last: first - base + rows + 1 };
  }, [scrollPosition, base]);
  return { source, base, isWindowed, scrollTo, scrollPosition, visibleRange, onScrolled };
}

/** Returns the window, and moves it with the rows when their position in the table changes. */
function useWindowState(pages: PagedRows, limits: WindowLimits, edited: EditedRow | undefined) {
  const { table } = useTable();
  const { segment, offset } = pages.origin;
  const [state, setWindowState] = useState<WindowState>(() => ({
    ...{ base: 0, length: computeWindowLength(limits), indexOffset: 0 },
    ...{ segment, offset },
  }));
  const by = state.segment === segment ? offset - state.offset : 0;
  const next = () => {
    if (!edited) return shiftWindow(state, by, limits);
    const key = getCachedRowKey(table, edited.row);
    // Also finds rows that other users inserted before it.
    const rowIndex = key === '' ? -1 : pages.findIndex((row) => getCachedRowKey(table, row) === key);
    return translateWindow(state, rowIndex < 0 ? by : rowIndex - edited.index - state.base, limits);
  };
  const nextWindow = next();
  const nextState =
    nextWindow === state && state.segment === segment && state.offset === offset
      ? state
      : { ...nextWindow, segment, offset };
  if (nextState !== state) setWindowState(nextState);
  return [nextState, setWindowState] as const;
}

/**
 * Returns the rows of `pages` by their index in the grid. The grid contains `length` rows, the first of which has the index
 * `base` in the table. `findIndex` returns -1 for rows outside of the window. `origin` is that of the window.
 */
function createWindowedSource(
  pages: PagedRows,
  base: number,
  length: number,
  origin: RowSource['origin'],
): RowSource {
  const { headAt, groupAt, rowRangeOf } = pages;
  const toGridIndex = (rowIndex: number) =>
    rowIndex >= base && rowIndex < base + length ? rowIndex - base : -1;
  return {
    length,
    rowAt: (index) => pages.rowAt(base + index),
    findIndex: (matches) => toGridIndex(pages.findIndex(matches)),
    loadedRows: () =>
      [...pages.loadedRows()]
        .map(([rowIndex, row]) => [toGridIndex(rowIndex), row] as const)
        .filter(([index]) => index >= 0),
    setVisibleRange: ({ first, last }) => pages.setVisibleRange({ first: base + first, last: base + last }),
    headAt: headAt && ((index) => headAt(base + index)),
    groupAt:
      groupAt &&
      ((index) => {
        const group = groupAt(base + index);
        return group && { ...group, start: group.start - base, end: group.end - base };
      }),
    rowRangeOf: rowRangeOf && (({ first, last }) => rowRangeOf({ first: base + first, last: base + last })),
    version: pages.version,
    origin,
  };
}

interface ScrollTarget {
  rowIndex: number;
  onReached: ((index: number) => void) | undefined;
}

/**
 * Adapts the scroll position after rows moved in the grid, so that the visible rows stay visible. Scrolls to the row in
 * the returned ref instead if it contains one.
 */
function useScrollAnchor(
  grid: RefObject<Scroller | null>,
  windowState: WindowState,
  rowHeight: number,
  headAt: RowSource['headAt'],
) {
  const target = useRef<ScrollTarget>(undefined);
  const lastOffset = useRef(windowState.indexOffset);
  useLayoutEffect(() => {
    const element = grid.current?.element;
    if (!element) return;
    const by = windowState.indexOffset - lastOffset.current;
    lastOffset.current = windowState.indexOffset;
    const requested = target.current;
    target.current = undefined;
    // Reading the position makes the browser compute the layout.
    if (by === 0 && !requested) return;
    const before = element.scrollTop;
    if (by !== 0) element.scrollTop += by * rowHeight;
    // The sticky group head covers the first line, unless that line is a group head.
    const coveredLines = requested && headAt && !headAt(requested.rowIndex) ? 1 : 0;
    if (requested) element.scrollTop = (requested.rowIndex - coveredLines - windowState.base) * rowHeight;
    // Lets the grid render the rows at the new position before the next frame.
    if (element.scrollTop !== before) element.dispatchEvent(new Event('scroll'));
    // Runs after the other effects that use the indexes of rows.
    if (requested?.onReached)
      queueMicrotask(() => requested.onReached?.(requested.rowIndex - windowState.base));
  }, [grid, windowState, rowHeight, headAt]);
  return target;
}
