import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useInsertionEffect, useMemo, useRef, useState } from 'react';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import type { UseTotalResult } from '../counts/use-total';
import { keysetOrder } from '../cursor/keyset.utils';
import type { KeysetCursor } from '../cursor/keyset-cursor';
import { countRowsBefore } from '../page-request';
import { isFollowedBy, pagesToLoad, type RowRange, type SegmentAnchor, type SegmentPage } from './page-plan';
import {
  computeRowCount,
  makeCursorSegment,
  makeEndSegment,
  type Segment,
  segmentFor,
  startSegment,
  type TotalCount,
  updateSegment,
} from './segment';
import { anchorQuery, pageQuery } from './segment-pages';

/** Milliseconds without scrolling after which distant pages are requested. */
const scrollDebounce = 90;

/** The loaded part of a segment. */
export interface LoadedSegment {
  segment: Segment;
  total: TotalCount | undefined;
  pages: ReadonlyMap<number, SegmentPage>;
  error: unknown;
  updatedAt: number;
  isRefetching: boolean;
  /** Whether the user has left the view's first segment: then no pages can mean that they are still being loaded. */
  hasMoved: boolean;
}

/** The target of a jump. A cursor needs the (estimated) number of rows before it. */
export type Destination =
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'index'; index: number }
  | { kind: 'cursor'; cursor: KeysetCursor; rowsBefore: number };

interface SegmentState {
  view: RowsView;
  segment: Segment;
  /** The visible rows, as indexes in the segment: these do not change when its position is corrected. */
  range: RowRange;
  scrollTarget: { index: number } | undefined;
  /** The row number to which the user jumped, while the segment's position is only estimated. */
  requestedIndex?: number | undefined;
  hasMoved: boolean;
  /** The exact total, if the segment's position is counted and it contains the table's end. */
  countedTotal?: TotalCount | undefined;
}

const topRange: RowRange = { first: 0, last: 0 };

interface SegmentOptions {
  table: Table;
  view: RowsView;
  size: number;
  counts: UseTotalResult;
}

/** The current segment, and the functions that navigate. */
export interface UseSegmentResult extends SegmentNavigation {
  loaded: LoadedSegment;
  /** The index to which the view must scroll; a new object for each jump. */
  scrollTarget: { index: number } | undefined;
}

/**
 * Loads the current segment: its anchor, its visible pages, and the number of rows before it. Returns the loaded pages,
 * and the functions that navigate in the table.
 */
export function useSegment({ table, view, size, counts }: SegmentOptions): UseSegmentResult {
  const [storedState, setSegmentState] = useState<SegmentState>(() => initialState(view));
  const state = storedState.view === view ? storedState : initialState(view);
  const total = counts.total?.at === state.countedTotal?.at ? state.countedTotal : counts.total;
  const { range } = state;
  const { anchor, rowsBefore, isMissing, error } = useAnchor(table, view, state.segment);
  const { results, indexes } = useSegmentPages({
    ...{ table, view, range, size, anchor },
    segment: state.segment,
  });

  const segment = total ? updateSegment(state.segment, results.pages.values(), total) : state.segment;
  const nextState = isMissing && total ? moveToEnd(state, total) : applyLoadedPages(state, segment);
  if (nextState !== storedState) setSegmentState(nextState);
  useSegmentStart({ table, view, segment, anchor, rowsBefore, setSegmentState });
  usePageContinuity({ table, view, segment, pages: results.pages, leadIndex: indexes[0] ?? 0 });

  const { hasMoved } = state;
  const loaded = useMemo<LoadedSegment>(
    () => ({ ...results, segment, total, hasMoved, error: results.error ?? error }),
    [results, segment, total, hasMoved, error],
  );
  const navigation = useSegmentNavigation({
    view,
    size,
    hasKeyset: hasKeysetOrder(table, view),
    segmentState: { ...state, segment },
    loaded,
    setSegmentState,
  });
  return { loaded, ...navigation, scrollTarget: state.scrollTarget };
}

/** Returns the state with the updated segment, and the exact total if it is known. Returns the same object if nothing changed. */
function applyLoadedPages(state: SegmentState, segment: Segment): SegmentState {
  const { isStartCounted, tail, start } = segment;
  const { countedTotal } = state;
  const rows = isStartCounted && tail ? start + tail.at : undefined;
  if (rows === undefined || !tail || (countedTotal?.rows === rows && countedTotal.at === tail.total.at)) {
    if (segment === state.segment) return state;
    // If rows were loaded beyond the end, the counted total is outdated.
    const isOutdated = state.segment.tail !== undefined && !tail;
    return { ...state, segment, countedTotal: isOutdated ? undefined : countedTotal };
  }
  return { ...state, segment, countedTotal: { rows, exact: true, at: tail.total.at } };
}

/** Whether rows can be found by key in this order. */
function hasKeysetOrder(table: Table, view: RowsView): boolean {
  return keysetOrder(table, view.order) !== undefined;
}

/** Moves to the end of the view, because it has fewer rows than expected. */
function moveToEnd(state: SegmentState, total: TotalCount): SegmentState {
  return { ...state, segment: makeEndSegment(total.rows, total), range: { first: -1, last: -1 } };
}

const fixedAnchors = {
  start: { cursor: undefined, isForward: true },
  end: { cursor: undefined, isForward: false },
};

interface UseAnchorResult {
  /** Undefined until the search has found it. */
  anchor: SegmentAnchor | undefined;
  /** The number of rows before the anchor, if the search counted them. */
  rowsBefore: number | undefined;
  /** Whether the search found that the view has fewer rows. */
  isMissing: boolean;
  error: Error | null;
}

function useAnchor(table: Table, view: RowsView, segment: Segment): UseAnchorResult {
  const { data, error } = useQuery(anchorQuery(table, view, segment));
  const { origin } = segment;
  const anchor = useMemo<SegmentAnchor | undefined>(() => {
    if (origin.kind === 'share') return data?.anchor;
    return origin.kind === 'cursor' ? { cursor: origin.cursor, isForward: true } : fixedAnchors[origin.kind];
  }, [origin, data]);
  return {
    anchor,
    rowsBefore: data?.rowsBefore,
    isMissing: origin.kind === 'share' && data !== undefined && !anchor,
    error,
  };
}

function initialState(view: RowsView): SegmentState {
  return { view, segment: startSegment, range: topRange, scrollTarget: undefined, hasMoved: false };
}

type SetSegmentState = (change: SegmentState | ((before: SegmentState) => SegmentState)) => void;

interface SegmentPagesOptions {
  table: Table;
  view: RowsView;
  segment: Segment;
  range: RowRange;
  size: number;
  anchor: SegmentAnchor | undefined;
}

function useSegmentPages({ table, view, segment, range, size, anchor }: SegmentPagesOptions) {
  const client = useQueryClient();
  const { head } = segment;
  const tail = segment.tail?.at;
  const indexes = useMemo(() => pagesToLoad(range, { size, head, tail }), [range, size, head, tail]);
  const leadIndex = indexes[0] ?? 0;
  const combine = useCallback(
    (results: { data?: SegmentPage; error: unknown; dataUpdatedAt: number; isRefetching: boolean }[]) => ({
      pages: new Map(results.flatMap(({ data }, i) => (data ? [[indexes[i] ?? 0, data] as const] : []))),
      error: results.find(({ error }) => error)?.error ?? null,
      updatedAt: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0)),
      isRefetching: results.some(({ isRefetching }) => isRefetching),
    }),
    [indexes],
  );
  const queries = indexes.map((index) => ({
    ...pageQuery({
      client,
      table,
      view,
      segment,
      anchor: anchor ?? placeholderAnchor,
      index,
      size,
      leadIndex,
    }),
    enabled: anchor !== undefined,
  }));
  return { results: useQueries({ queries, combine }), indexes };
}

const placeholderAnchor: SegmentAnchor = { cursor: undefined, isForward: true };

/** Milliseconds after which the count of the rows before a segment is canceled. */
const countTimeout = 10_000;

interface SegmentStartOptions {
  table: Table;
  view: RowsView;
  segment: Segment;
  anchor: SegmentAnchor | undefined;
  /** The number of rows before the anchor, if the search counted them. */
  rowsBefore: number | undefined;
  setSegmentState: SetSegmentState;
}

/** Counts the rows before a segment in the background, and then corrects its position. */
function useSegmentStart({ table, view, segment, anchor, rowsBefore, setSegmentState }: SegmentStartOptions) {
  const { id, isStartCounted } = segment;
  useEffect(() => {
    // No row is before the start, except for rows that were added since.
    if (isStartCounted || !anchor || anchor === fixedAnchors.start) return;
    const applyStart = (start: number) =>
      setSegmentState((state) =>
        state.view === view && state.segment.id === id ? applySegmentStart(state, start) : state,
      );
    if (rowsBefore !== undefined) return applyStart(rowsBefore);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), countTimeout);
    // If the count fails, the position remains estimated until an end of the table is loaded.
    countRowsBefore(table, view, anchor.cursor, 'exact', abort.signal).then(applyStart, () => undefined);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [table, view, id, isStartCounted, anchor, rowsBefore, setSegmentState]);
}

/** Sets the exact position of the segment, and scrolls to the row number to which the user jumped. */
function applySegmentStart(state: SegmentState, start: number): SegmentState {
  const { requestedIndex, range } = state;
  const segment = { ...state.segment, start, isStartCounted: true };
  if (requestedIndex === undefined || requestedIndex - start === range.first)
    return { ...state, segment, requestedIndex: undefined };
  const row = requestedIndex - start;
  return {
    ...state,
    segment,
    range: { first: row, last: row },
    scrollTarget: { index: requestedIndex },
    requestedIndex: undefined,
  };
}

interface ContinuityOptions {
  table: Table;
  view: RowsView;
  segment: Segment;
  pages: ReadonlyMap<number, SegmentPage>;
  leadIndex: number;
}

/**
 * Refetches pages that do not continue their neighbor, because rows were added or
 * deleted between the requests: of two such pages, the one further from the lead.
 */
function usePageContinuity({ table, view, segment, pages, leadIndex }: ContinuityOptions) {
  const client = useQueryClient();
  useEffect(() => {
    for (const [index, page] of pages) {
      const next = pages.get(index + 1);
      if (!next || isFollowedBy(page, next)) continue;
      const queryKey = rowKeys.page(table, view, index >= leadIndex ? index + 1 : index, segment.id);
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    }
  }, [client, table, view, segment.id, pages, leadIndex]);
}

interface SegmentNavigationOptions {
  view: RowsView;
  size: number;
  hasKeyset: boolean;
  segmentState: SegmentState;
  loaded: LoadedSegment;
  setSegmentState: SetSegmentState;
}

interface SegmentNavigation {
  /**
   * Loads the rows of a range of indexes: immediately if they are on an adjacent page, otherwise when the scrolling
   * pauses.
   */
  setVisibleRange: (range: RowRange) => void;
  /** Jumps to a destination, and sets `scrollTarget`. */
  goTo: (destination: Destination) => void;
  /** Cancels the scroll that follows when the exact position of the rows is found. */
  cancelPendingJump: () => void;
}

/** Returns the functions that change which rows are visible. */
function useSegmentNavigation({
  view,
  size,
  hasKeyset,
  segmentState,
  loaded,
  setSegmentState,
}: SegmentNavigationOptions): SegmentNavigation {
  const latest = useRef({ state: segmentState, loaded });
  // Runs before layout effects: the grid scrolls in one when row numbers are corrected, and then calls setVisibleRange.
  useInsertionEffect(() => {
    latest.current = { state: segmentState, loaded };
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A pending range of the previous view must not be applied to this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer belongs to a view
  useEffect(() => () => clearTimeout(timer.current), [view]);

  const setVisibleRange = useCallback(
    (visible: RowRange) => {
      clearTimeout(timer.current);
      const { segment, range } = latest.current.state;
      const getPageIndex = (row: number) => Math.floor((row - segment.start) / size);
      const pageDistance = Math.abs(getPageIndex(visible.first) - Math.floor(range.first / size));
      const hasOtherEnd = getPageIndex(visible.last) !== Math.floor(range.last / size);
      if (pageDistance === 0 && !hasOtherEnd) return;
      const apply = () => {
        const { state: rendered, loaded: latestLoaded } = latest.current;
        // The stored state can be newer than the rendered one.
        setSegmentState((stored) => {
          const state = stored.view === view ? stored : rendered;
          return state.view === view
            ? scrollToRange(state, latestLoaded, visible, { size, hasKeyset })
            : stored;
        });
      };
      if (pageDistance <= 1) apply();
      else timer.current = setTimeout(apply, scrollDebounce);
    },
    [view, size, hasKeyset, setSegmentState],
  );
  const goTo = useCallback(
    (destination: Destination) => {
      clearTimeout(timer.current);
      const { state, loaded: latestLoaded } = latest.current;
      if (latestLoaded.total) setSegmentState(jumpTo(state, latestLoaded, destination, { size, hasKeyset }));
    },
    [size, hasKeyset, setSegmentState],
  );
  const cancelPendingJump = useCallback(
    () =>
      setSegmentState((state) =>
        state.requestedIndex === undefined ? state : { ...state, requestedIndex: undefined },
      ),
    [setSegmentState],
  );
  return { setVisibleRange, goTo, cancelPendingJump };
}

function scrollToRange(
  state: SegmentState,
  { total, pages }: LoadedSegment,
  visible: RowRange,
  { size, hasKeyset }: Pick<SegmentNavigationOptions, 'size' | 'hasKeyset'>,
): SegmentState {
  const count = total && computeRowCount(state.segment, pages.values(), total);
  const segment = count ? segmentFor(state, visible, { total, count, size, hasKeyset }) : state.segment;
  const range = { first: visible.first - segment.start, last: visible.last - segment.start };
  return {
    ...state,
    segment,
    range,
    hasMoved: state.hasMoved || segment.id !== state.segment.id,
    requestedIndex: undefined,
  };
}

function jumpTo(
  state: SegmentState,
  { total, pages }: LoadedSegment,
  to: Destination,
  { size, hasKeyset }: Pick<SegmentNavigationOptions, 'size' | 'hasKeyset'>,
): SegmentState {
  if (!total) return state;
  const count = computeRowCount(state.segment, pages.values(), total);
  const switchTo = (other: Segment) => (hasKeyset && other.id !== state.segment.id ? other : state.segment);
  let segment = state.segment;
  let index = 0;
  if (to.kind === 'start') segment = switchTo(startSegment);
  else if (to.kind === 'end') {
    segment = switchTo(makeEndSegment(count.count, total));
    index = count.count - 1;
  } else if (to.kind === 'cursor') {
    segment = switchTo(makeCursorSegment(to.cursor, to.rowsBefore));
    index = segment.start;
  } else {
    index = Math.max(0, Math.min(to.index, count.count - 1));
    segment = segmentFor(state, { first: index, last: index }, { total, count, size, hasKeyset });
  }
  const requestedIndex = to.kind === 'index' && !segment.isStartCounted ? index : undefined;
  const row = index - segment.start;
  return {
    ...state,
    segment,
    range: { first: row, last: row },
    scrollTarget: { index },
    requestedIndex,
    hasMoved: true,
  };
}
