import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RowSource } from '@/data/paging/row-source';
import type { RowRange } from '@/data/paging/segments/page-plan';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { rowKeyText } from '@/data/rows/row-key-text';
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

/** What scrolls the rows: a grid's handle, or what stands for a list. */
export interface Scroller {
  element: HTMLElement | null;
}

export interface WindowedRows {
  /** The rows by their index in the grid. */
  source: RowSource;
  /** The place in the table of the grid's row 0. */
  base: number;
  /** The table has more rows than the grid can have. */
  isWindowed: boolean;
  /** Brings a row of the table to the top of what is in view, by its place; then calls, with its index in the grid. */
  scrollTo: (place: number, then?: (index: number) => void) => void;
  /** Where it has scrolled to. */
  scrollPosition: ScrollPosition;
  /** To be told when the grid has scrolled. */
  onScrolled: (element: HTMLElement) => void;
}

interface WindowState extends RowWindow {
  segment: object;
  offset: number;
}

export interface RowWindowOptions {
  scroller: RefObject<Scroller | null>;
  pages: PagedRows;
  rowHeight: number;
  /** The most rows to hold, if the browser can have as many. */
  maxRows?: number;
  /** Undefined while no cell is being edited. */
  editedRow?: EditedRow | undefined;
}

/**
 * The rows that the grid holds. When it turns out that rows lie elsewhere in the
 * table than thought, or the window moves on, what is in view stays in view; and
 * a row that is being edited stays at its index, by which the grid knows it.
 */
export function useRowWindow(options: RowWindowOptions): WindowedRows {
  const { scroller, pages, rowHeight, maxRows = Number.POSITIVE_INFINITY, editedRow } = options;
  const limits = useMemo(
    () => ({ count: pages.length, maxRows: Math.min(maxRows, getMaxRows(rowHeight)) }),
    [pages.length, rowHeight, maxRows],
  );
  const held = useWindowState(pages, limits, editedRow);
  const [{ base, length, indexOffset, segment }, setHeld] = held;
  const goal = useScrollAnchor(scroller, held[0], rowHeight, pages.headAt);
  const isWindowed = limits.count > limits.maxRows;
  const source = useMemo(
    () => createWindowedSource(pages, base, length, { segment, offset: indexOffset }),
    [pages, base, length, segment, indexOffset],
  );

  const slide = useCallback(
    (range: RowRange) => setHeld((before) => ({ ...before, ...slideWindow(before, range, limits) })),
    [limits, setHeld],
  );
  const scrollTo = useCallback(
    (rowIndex: number, onReached?: (index: number) => void) => {
      goal.current = { rowIndex, onReached };
      slide({ first: rowIndex, last: rowIndex });
      // The window may stay as it is: then nothing renders, and the way is short.
      setHeld((before) => ({ ...before }));
    },
    [goal, slide, setHeld],
  );
  const [scrollPosition] = useState(() => new ScrollPosition());
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
  return { source, base, isWindowed, scrollTo, scrollPosition, onScrolled };
}

/** The window, as it follows what is learnt of where its rows are. */
function useWindowState(pages: PagedRows, limits: WindowLimits, edited: EditedRow | undefined) {
  const { table } = useTable();
  const { segment, offset } = pages.origin;
  const [state, setHeld] = useState<WindowState>(() => ({
    ...{ base: 0, length: computeWindowLength(limits), indexOffset: 0 },
    ...{ segment, offset },
  }));
  const by = state.segment === segment ? offset - state.offset : 0;
  const next = () => {
    if (!edited) return shiftWindow(state, by, limits);
    const key = rowKeyText(table, edited.row);
    // Rows of others may have come before it, too.
    const place = key === '' ? -1 : pages.findIndex((row) => rowKeyText(table, row) === key);
    return translateWindow(state, place < 0 ? by : place - edited.index - state.base, limits);
  };
  const window = next();
  const held =
    window === state && state.segment === segment && state.offset === offset
      ? state
      : { ...window, segment, offset };
  if (held !== state) setHeld(held);
  return [held, setHeld] as const;
}

function createWindowedSource(
  pages: PagedRows,
  base: number,
  length: number,
  origin: RowSource['origin'],
): RowSource {
  const { headAt, groupAt, rowRangeOf } = pages;
  const indexOf = (place: number) => (place >= base && place < base + length ? place - base : -1);
  return {
    length,
    rowAt: (index) => pages.rowAt(base + index),
    findIndex: (matches) => indexOf(pages.findIndex(matches)),
    loadedRows: () =>
      [...pages.loadedRows()]
        .map(([place, row]) => [indexOf(place), row] as const)
        .filter(([index]) => index >= 0),
    setVisibleRange: ({ first, last }) => pages.setVisibleRange({ first: base + first, last: base + last }),
    headAt: headAt && ((index) => headAt(base + index)),
    groupAt:
      groupAt &&
      ((index) => {
        const found = groupAt(base + index);
        return found && { ...found, start: found.start - base, end: found.end - base };
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

/** Keeps what is in view where it is when rows move in the grid; or brings there what is wanted. */
function useScrollAnchor(
  grid: RefObject<Scroller | null>,
  held: WindowState,
  rowHeight: number,
  headAt: RowSource['headAt'],
) {
  const goal = useRef<ScrollTarget>(undefined);
  const moved = useRef(held.indexOffset);
  useLayoutEffect(() => {
    const element = grid.current?.element;
    if (!element) return;
    const by = held.indexOffset - moved.current;
    moved.current = held.indexOffset;
    const { current: wanted } = goal;
    goal.current = undefined;
    const before = element.scrollTop;
    if (by !== 0) element.scrollTop += by * rowHeight;
    // Among groups the first line is covered by a heading, unless it is one.
    const covered = wanted && headAt && !headAt(wanted.rowIndex) ? 1 : 0;
    if (wanted) element.scrollTop = (wanted.rowIndex - covered - held.base) * rowHeight;
    // The grid draws the rows for where it has heard that it stands, before the next frame.
    if (element.scrollTop !== before) element.dispatchEvent(new Event('scroll'));
    // When whatever else goes by the rows' indexes has heard of it too.
    if (wanted?.onReached) queueMicrotask(() => wanted.onReached?.(wanted.rowIndex - held.base));
  }, [grid, held, rowHeight, headAt]);
  return goal;
}
