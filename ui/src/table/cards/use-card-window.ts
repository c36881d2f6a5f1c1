import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Pages } from '@/data/paging/segments/pages';
import type { RowRange } from '@/data/paging/segments/pages.utils';
import { useShortcut } from '@/lib/browser/shortcuts';
import { type Scroller, useRowWindow, type WindowedRows } from '@/table/position/use-row-window';

export interface CardWindow {
  list: RefObject<HTMLElement | null>;
  rows: WindowedRows;
  /** The cards to draw, by their rows' places in the table; `last` not included. */
  drawn: { first: number; last: number };
  /** Pixels of all the lines that the list holds. */
  height: number;
  /** The line of the list that a card stands in. */
  lineOf: (place: number) => number;
  onScroll: () => void;
}

export interface CardWindowOptions {
  pages: Pages;
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
const mostPixels = 2 ** 24;

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
    grid: scroller,
    pages: lines,
    rowHeight: lineHeight,
    most: Math.floor(mostPixels / lineHeight) - 2,
  });
  const { base, scrollTo, onScrolled, place } = rows;
  useSize(list, scroller, onScrolled, options.onResize);
  useArrival(pages, columns, scrollTo);
  useShortcut({ keys: 'mod+home', label: 'Go to the first row', group: 'Table' }, () =>
    pages.go({ kind: 'start' }),
  );
  useShortcut({ keys: 'mod+end', label: 'Go to the last row', group: 'Table' }, () =>
    pages.go({ kind: 'end' }),
  );

  const seen = useSyncExternalStore(place.subscribe, place.state);
  const loading = pages.count === undefined;
  const held = loading ? Math.ceil(skeletons / columns) : rows.source.length;
  const first = Math.max(base, seen.first - margin);
  // `rows` leaves one out for a grid's header, and lines are cut at the top and at the bottom.
  const last = Math.min(base + held, seen.first + seen.rows + 3 + margin);
  const count = loading ? skeletons : pages.length;
  return {
    list,
    rows,
    drawn: { first: first * columns, last: Math.min(count, Math.max(first, last) * columns) },
    height: held * lineHeight,
    lineOf: (index) => Math.floor(index / columns) - base,
    onScroll: () => {
      if (list.current) onScrolled(list.current);
    },
  };
}

/** Lines as if each were a row. */
function useLines(pages: Pages, columns: number): Pages {
  const { show } = pages;
  const showLines = useCallback(
    ({ first, last }: RowRange) => show({ first: first * columns, last: (last + 1) * columns - 1 }),
    [show, columns],
  );
  return useMemo(
    () => ({
      ...pages,
      length: Math.ceil(pages.length / columns),
      origin: { run: pages.origin.run, at: Math.floor(pages.origin.at / columns) },
      show: showLines,
    }),
    [pages, columns, showLines],
  );
}

function useSize(
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
function useArrival({ arrival, show }: Pages, columns: number, scrollTo: WindowedRows['scrollTo']) {
  const told = useRef(show);
  const arrived = useRef(arrival);
  useLayoutEffect(() => {
    if (told.current !== show) scrollTo(0);
    told.current = show;
  }, [show, scrollTo]);
  useLayoutEffect(() => {
    if (arrival && arrived.current !== arrival) scrollTo(Math.floor(arrival.index / columns));
    arrived.current = arrival;
  }, [arrival, columns, scrollTo]);
}
