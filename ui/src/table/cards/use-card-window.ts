import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { RowRange } from '@/data/paging/segments/page-plan';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { useShortcut } from '@/lib/browser/shortcuts';
import { type Scroller, useRowWindow, type WindowedRows } from '@/table/position/use-row-window';

export interface CardWindow {
  list: RefObject<HTMLElement | null>;
  rows: WindowedRows;
  /** The cards to draw, by their rows' places in the table; `last` not included. */
  renderedRange: { first: number; last: number };
  /** Pixels of all the lines that the list holds. */
  height: number;
  /** The line of the list that a card stands in. */
  lineOf: (place: number) => number;
  onScroll: () => void;
}

export interface CardWindowOptions {
  pages: PagedRows;
  /** Cards of a line. */
  columns: number;
  /** Pixels of a line, with the gap to the next. */
  lineHeight: number;
  /** Lines outside of the screen that are drawn all the same. */
  margin: number;
  /** Places that stand in until the first page comes. */
  skeletons: number;
  /** Told when the list has another size. */
  onResize?: (list: HTMLElement) => void;
}

/** Chromium brings what gets the focus into view by floats: past 2^24 pixels it scrolls to elsewhere. */
const maxPixels = 2 ** 24;

/**
 * Cards in lines, as a window of them where a browser can't scroll them all; what
 * is in view stays while it moves on. Keys lead to the table's ends.
 */
export function useCardWindow(options: CardWindowOptions): CardWindow {
  const { pages, columns, lineHeight, margin, skeletons } = options;
  const list = useRef<HTMLElement>(null);
  const scroller = useRef<Scroller>({ element: null });
  const lines = useLines(pages, columns);
  const rows = useRowWindow({
    scroller,
    pages: lines,
    rowHeight: lineHeight,
    maxRows: Math.floor(maxPixels / lineHeight) - 2,
  });
  const { base, scrollTo, onScrolled, scrollPosition } = rows;
  useSizeObserver(list, scroller, onScrolled, options.onResize);
  useScrollToArrival(pages, columns, scrollTo);
  useShortcut({ keys: 'mod+home', label: 'Go to the first row', group: 'Table' }, () =>
    pages.goTo({ kind: 'start' }),
  );
  useShortcut({ keys: 'mod+end', label: 'Go to the last row', group: 'Table' }, () =>
    pages.goTo({ kind: 'end' }),
  );

  const seen = useSyncExternalStore(scrollPosition.subscribe, scrollPosition.snapshot);
  const loading = pages.count === undefined;
  const held = loading ? Math.ceil(skeletons / columns) : rows.source.length;
  const first = Math.max(base, seen.first - margin);
  // `rows` leaves one out for a grid's header, and lines are cut at the top and at the bottom.
  const last = Math.min(base + held, seen.first + seen.rows + 3 + margin);
  const count = loading ? skeletons : pages.length;
  return {
    list,
    rows,
    renderedRange: { first: first * columns, last: Math.min(count, Math.max(first, last) * columns) },
    height: held * lineHeight,
    lineOf: (index) => Math.floor(index / columns) - base,
    onScroll: () => {
      if (list.current) onScrolled(list.current);
    },
  };
}

/** Lines as if each were a row. */
function useLines(pages: PagedRows, columns: number): PagedRows {
  const { setVisibleRange } = pages;
  const showLines = useCallback(
    ({ first, last }: RowRange) =>
      setVisibleRange({ first: first * columns, last: (last + 1) * columns - 1 }),
    [setVisibleRange, columns],
  );
  return useMemo(
    () => ({
      ...pages,
      length: Math.ceil(pages.length / columns),
      origin: { segment: pages.origin.segment, offset: Math.floor(pages.origin.offset / columns) },
      setVisibleRange: showLines,
    }),
    [pages, columns, showLines],
  );
}

function useSizeObserver(
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<Scroller>,
  onScrolled: WindowedRows['onScrolled'],
  onResize: CardWindowOptions['onResize'],
) {
  const latest = useRef(onResize);
  latest.current = onResize;
  useLayoutEffect(() => {
    const element = list.current;
    scroller.current.element = element;
    if (!element) return;
    const measure = () => {
      latest.current?.(element);
      onScrolled(element);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, scroller, onScrolled]);
}

/** Scrolls to where one went; another order or filter is read from its top. */
function useScrollToArrival(
  { scrollTarget, setVisibleRange }: PagedRows,
  columns: number,
  scrollTo: WindowedRows['scrollTo'],
) {
  const told = useRef(setVisibleRange);
  const arrived = useRef(scrollTarget);
  useLayoutEffect(() => {
    if (told.current !== setVisibleRange) scrollTo(0);
    told.current = setVisibleRange;
  }, [setVisibleRange, scrollTo]);
  useLayoutEffect(() => {
    if (scrollTarget && arrived.current !== scrollTarget) scrollTo(Math.floor(scrollTarget.index / columns));
    arrived.current = scrollTarget;
  }, [scrollTarget, columns, scrollTo]);
}
