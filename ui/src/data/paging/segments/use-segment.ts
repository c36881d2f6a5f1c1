import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import type { UseTotalResult } from '../counts/use-total';
import { buildKeysetOrder } from '../cursor/keyset.utils';
import { countRowsBefore } from '../page-request';
import {
  isFollowedBy,
  listPagesToLoad,
  type RowRange,
  type SegmentAnchor,
  type SegmentPage,
} from './page-plan';
import { makeEndSegment, type Segment, startSegment, type TotalCount, updateSegment } from './segment';
import { anchorQuery, pageQuery } from './segment-pages';
import type { LoadedSegment, SegmentState, SetSegmentState } from './segment-state';
import { type SegmentNavigation, useSegmentNavigation } from './use-segment-navigation';

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
  return buildKeysetOrder(table, view.order) !== undefined;
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

/** Returns the anchor of a segment: at once for the ends of the table and a cursor, after a search for a share of the rows. */
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

interface SegmentPagesOptions {
  table: Table;
  view: RowsView;
  segment: Segment;
  range: RowRange;
  size: number;
  anchor: SegmentAnchor | undefined;
}

/**
 * Requests the pages for the visible range as soon as the anchor is known. Returns the loaded pages by index with their errors
 * (`results`), and the requested `indexes`, of which the first is loaded first.
 */
function useSegmentPages({ table, view, segment, range, size, anchor }: SegmentPagesOptions) {
  const client = useQueryClient();
  const { head } = segment;
  const tail = segment.tail?.at;
  const indexes = useMemo(() => listPagesToLoad(range, { size, head, tail }), [range, size, head, tail]);
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
