import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { RowRange } from '@/data/paging/segments/page-plan';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { type Scroller, useRowWindow, type WindowedRows } from '@/table/position/use-row-window';
import { tableMessages } from '@/table/table-messages';

const messages = tableMessages.position;

/** The cards to render, and their positions in the scrolled list. */
export interface CardWindow {
  /** Attach it to the scrolling element. */
  list: RefObject<HTMLElement | null>;
  rows: WindowedRows;
  /** The cards to render, by row index in the table; `last` is exclusive. */
  renderedRange: { first: number; last: number };
  /** The height of the list's content, in pixels. */
  height: number;
  /** Returns the line of the list that contains a card, by the card's row index. */
  lineOf: (rowIndex: number) => number;
  onScroll: () => void;
}

export interface CardWindowOptions {
  pages: PagedRows;
  /** The number of cards in a line. */
  columns: number;
  /** The height of a line with the gap to the next line, in pixels. */
  lineHeight: number;
  /** The number of lines to render above and below the visible part. */
  margin: number;
  /** The number of skeleton cards to render until the first page is loaded. */
  skeletons: number;
  /** Called when the size of the list changes. */
  onResize?: (list: HTMLElement) => void;
}

/** The maximum height of the list. Chromium scrolls to a focused element with float precision, which is wrong beyond 2^24 pixels. */
const maxPixels = 2 ** 24;

/**
 * Returns the cards to render of a list of lines. The list contains a window of the lines if the browser can't scroll
 * all of them; visible cards keep their position when the window moves. Adds shortcuts to the first and last row.
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
  useScrollToTarget(pages, columns, scrollTo);
  useShortcut({ keys: 'mod+home', label: messages.firstRow, group: messages.shortcutGroup }, () =>
    pages.goTo({ kind: 'start' }),
  );
  useShortcut({ keys: 'mod+end', label: messages.lastRow, group: messages.shortcutGroup }, () =>
    pages.goTo({ kind: 'end' }),
  );

  const scroll = useSyncExternalStore(scrollPosition.subscribe, scrollPosition.snapshot);
  const loading = pages.count === undefined;
  const lineCount = loading ? Math.ceil(skeletons / columns) : rows.source.length;
  const first = Math.max(base, scroll.first - margin);
  // 3 more: `rows` omits a line for a grid's header, and the lines at the top and at the bottom can be partly visible.
  const last = Math.min(base + lineCount, scroll.first + scroll.rows + 3 + margin);
  const count = loading ? skeletons : pages.length;
  return {
    list,
    rows,
    renderedRange: { first: first * columns, last: Math.min(count, Math.max(first, last) * columns) },
    height: lineCount * lineHeight,
    lineOf: (index) => Math.floor(index / columns) - base,
    onScroll: () => {
      if (list.current) onScrolled(list.current);
    },
  };
}

/** Returns the pages with each line of cards as one row. */
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

/** Reports the list to the row window when it is mounted and when its size changes. */
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

/** Scrolls to the target of a jump, and to the top when the order or the filters change. */
function useScrollToTarget(
  { scrollTarget, setVisibleRange }: PagedRows,
  columns: number,
  scrollTo: WindowedRows['scrollTo'],
) {
  const lastPages = useRef(setVisibleRange);
  const lastTarget = useRef(scrollTarget);
  useLayoutEffect(() => {
    // Each order and filter has its own `setVisibleRange`.
    if (lastPages.current !== setVisibleRange) scrollTo(0);
    lastPages.current = setVisibleRange;
  }, [setVisibleRange, scrollTo]);
  useLayoutEffect(() => {
    if (scrollTarget && lastTarget.current !== scrollTarget)
      scrollTo(Math.floor(scrollTarget.index / columns));
    lastTarget.current = scrollTarget;
  }, [scrollTarget, columns, scrollTo]);
}
