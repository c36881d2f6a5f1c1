import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RowSource } from '@/data/paging/row-source';
import type { Pages } from '@/data/paging/segments/pages';
import type { RowRange } from '@/data/paging/segments/pages.utils';
import {
  carried,
  type RowWindow,
  shifted,
  slid,
  type WindowLimits,
  windowLength,
} from '@/table/cards/row-window.utils';
import { rowKeyText } from '@/table/cells/use-cell';
import { useTable } from '@/table/table-context';
import type { EditedRow } from './edited-row';
import { mostRowsOf } from './scroll-limit';
import { ScrollPlace } from './scroll-place';

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
  windowed: boolean;
  /** Brings a row of the table to the top of what is in view, by its place; then calls, with its index in the grid. */
  scrollTo: (place: number, then?: (index: number) => void) => void;
  /** Where it has scrolled to. */
  place: ScrollPlace;
  /** To be told when the grid has scrolled. */
  onScrolled: (element: HTMLElement) => void;
}

interface Held extends RowWindow {
  run: object;
  at: number;
}

export interface RowWindowOptions {
  grid: RefObject<Scroller | null>;
  pages: Pages;
  rowHeight: number;
  /** The most rows to hold, if the browser can have as many. */
  most?: number;
  /** Undefined while no cell is being edited. */
  edited?: EditedRow | undefined;
}

/**
 * The rows that the grid holds. When it turns out that rows lie elsewhere in the
 * table than thought, or the window moves on, what is in view stays in view; and
 * a row that is being edited stays at its index, by which the grid knows it.
 */
export function useRowWindow(options: RowWindowOptions): WindowedRows {
  const { grid, pages, rowHeight, most = Number.POSITIVE_INFINITY, edited } = options;
  const limits = useMemo(
    () => ({ count: pages.length, most: Math.min(most, mostRowsOf(rowHeight)) }),
    [pages.length, rowHeight, most],
  );
  const held = useHeld(pages, limits, edited);
  const [{ base, length, moved, run }, setHeld] = held;
  const goal = useScrolling(grid, held[0], rowHeight, pages.headAt);
  const windowed = limits.count > limits.most;
  const source = useMemo(
    () => windowOf(pages, base, length, { run, at: moved }),
    [pages, base, length, run, moved],
  );

  const slide = useCallback(
    (range: RowRange) => setHeld((before) => ({ ...before, ...slid(before, range, limits) })),
    [limits, setHeld],
  );
  const scrollTo = useCallback(
    (place: number, then?: (index: number) => void) => {
      goal.current = { place, then };
      slide({ first: place, last: place });
      // The window may stay as it is: then nothing renders, and the way is short.
      setHeld((before) => ({ ...before }));
    },
    [goal, slide, setHeld],
  );
  const [place] = useState(() => new ScrollPlace());
  const { show } = pages;
  const onScrolled = useCallback(
    (element: HTMLElement) => {
      const first = Math.max(0, base + Math.floor(element.scrollTop / rowHeight));
      const range = { first, last: first + Math.ceil(element.clientHeight / rowHeight) };
      show(range);
      place.tell(first, Math.floor(element.clientHeight / rowHeight) - 1);
      if (windowed && !edited) slide(range);
    },
    [base, rowHeight, show, place, slide, windowed, edited],
  );
  return { source, base, windowed, scrollTo, place, onScrolled };
}

/** The window, as it follows what is learnt of where its rows are. */
function useHeld(pages: Pages, limits: WindowLimits, edited: EditedRow | undefined) {
  const { table } = useTable();
  const { run, at } = pages.origin;
  const [state, setHeld] = useState<Held>(() => ({
    ...{ base: 0, length: windowLength(limits), moved: 0 },
    ...{ run, at },
  }));
  const by = state.run === run ? at - state.at : 0;
  const next = () => {
    if (!edited) return shifted(state, by, limits);
    const key = rowKeyText(table, edited.row);
    // Rows of others may have come before it, too.
    const place = key === '' ? -1 : pages.findIndex((row) => rowKeyText(table, row) === key);
    return carried(state, place < 0 ? by : place - edited.index - state.base, limits);
  };
  const window = next();
  const held = window === state && state.run === run && state.at === at ? state : { ...window, run, at };
  if (held !== state) setHeld(held);
  return [held, setHeld] as const;
}

function windowOf(pages: Pages, base: number, length: number, origin: RowSource['origin']): RowSource {
  const { headAt, groupAround, span } = pages;
  const indexOf = (place: number) => (place >= base && place < base + length ? place - base : -1);
  return {
    length,
    rowAt: (index) => pages.rowAt(base + index),
    findIndex: (matches) => indexOf(pages.findIndex(matches)),
    loaded: () =>
      [...pages.loaded()]
        .map(([place, row]) => [indexOf(place), row] as const)
        .filter(([index]) => index >= 0),
    show: ({ first, last }) => pages.show({ first: base + first, last: base + last }),
    headAt: headAt && ((index) => headAt(base + index)),
    groupAround:
      groupAround &&
      ((index) => {
        const found = groupAround(base + index);
        return found && { ...found, start: found.start - base, end: found.end - base };
      }),
    span: span && (({ first, last }) => span({ first: base + first, last: base + last })),
    version: pages.version,
    origin,
  };
}

interface Goal {
  place: number;
  then: ((index: number) => void) | undefined;
}

/** Keeps what is in view where it is when rows move in the grid; or brings there what is wanted. */
function useScrolling(
  grid: RefObject<Scroller | null>,
  held: Held,
  rowHeight: number,
  headAt: RowSource['headAt'],
) {
  const goal = useRef<Goal>(undefined);
  const moved = useRef(held.moved);
  useLayoutEffect(() => {
    const element = grid.current?.element;
    if (!element) return;
    const by = held.moved - moved.current;
    moved.current = held.moved;
    const { current: wanted } = goal;
    goal.current = undefined;
    const before = element.scrollTop;
    if (by !== 0) element.scrollTop += by * rowHeight;
    // Among groups the first line is covered by a heading, unless it is one.
    const covered = wanted && headAt && !headAt(wanted.place) ? 1 : 0;
    if (wanted) element.scrollTop = (wanted.place - covered - held.base) * rowHeight;
    // The grid draws the rows for where it has heard that it stands, before the next frame.
    if (element.scrollTop !== before) element.dispatchEvent(new Event('scroll'));
    // When whatever else goes by the rows' indexes has heard of it too.
    if (wanted?.then) queueMicrotask(() => wanted.then?.(wanted.place - held.base));
  }, [grid, held, rowHeight, headAt]);
  return goal;
}
