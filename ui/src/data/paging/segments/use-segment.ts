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
  countOf,
  makeCursorSegment,
  makeEndSegment,
  type Segment,
  segmentFor,
  startSegment,
  type TotalCount,
  updateSegment,
} from './segment';
import { anchorQuery, pageQuery } from './segment-pages';

/** A scroll over pages that aren't there asks for them only when it has come to rest, in milliseconds. */
const scrollDebounce = 90;

/** What is loaded of a run. */
export interface LoadedSegment {
  segment: Segment;
  total: TotalCount | undefined;
  pages: ReadonlyMap<number, SegmentPage>;
  error: unknown;
  updatedAt: number;
  isRefetching: boolean;
  /** One has moved away from where the view began: what is in view now may still be on its way. */
  hasMoved: boolean;
}

/** Where one can go at once. To a cut together with the number of rows that lie before it. */
export type Destination =
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'index'; index: number }
  | { kind: 'cut'; cursor: KeysetCursor; rowsBefore: number };

interface SegmentState {
  view: RowsView;
  segment: Segment;
  /** What is in view, in the run's numbers: they stay when more is learnt about where it lies. */
  range: RowRange;
  scrollTarget: { index: number } | undefined;
  /** The row that was asked for by its number, until it is known where that is. */
  requestedIndex?: number | undefined;
  hasMoved: boolean;
  /** The total as it was found by counting up to a run and reaching the end in it. */
  countedTotal?: TotalCount | undefined;
}

const topRange: RowRange = { first: 0, last: 0 };

interface SegmentOptions {
  table: Table;
  view: RowsView;
  size: number;
  counts: UseTotalResult;
}

/** The run that is in view, and its pages near what is in view. */
export function useSegment({ table, view, size, counts }: SegmentOptions) {
  const [state, setSegmentState] = useState<SegmentState>(() => initialState(view));
  const place = state.view === view ? state : initialState(view);
  const total = counts.total?.at === place.countedTotal?.at ? place.countedTotal : counts.total;
  const { segment, range } = place;
  const { entrance: anchor, before: rowsBefore, missing, error } = useAnchor(table, view, segment);
  const { results, held } = useSegmentPages({ table, view, segment, range, size, anchor });

  const learnt = total ? updateSegment(segment, results.pages.values(), total) : segment;
  if (missing && total) setSegmentState(moveToEnd(place, total));
  else if (applyLoadedPages(place, learnt) !== state) setSegmentState(applyLoadedPages(place, learnt));
  useSegmentStart({ table, view, segment: learnt, anchor, rowsBefore, setSegmentState });
  usePageContinuity({ table, view, segment, pages: results.pages, leadIndex: held[0] ?? 0 });

  const { hasMoved } = place;
  const loaded = useMemo<LoadedSegment>(
    () => ({ ...results, segment: learnt, total, hasMoved, error: results.error ?? error }),
    [results, learnt, total, hasMoved, error],
  );
  const moves = useSegmentNavigation({
    view,
    size,
    hasKeyset: hasKeysetOrder(table, view),
    segmentState: { ...place, segment: learnt },
    loaded,
    setSegmentState,
  });
  return { loaded, ...moves, arrival: place.scrollTarget };
}

/** The place with what its pages show. The same object if they show nothing new. */
function applyLoadedPages(place: SegmentState, segment: Segment): SegmentState {
  const { isStartCounted, tail, start } = segment;
  const { countedTotal } = place;
  const rows = isStartCounted && tail ? start + tail.at : undefined;
  if (rows === undefined || !tail || (countedTotal?.rows === rows && countedTotal.at === tail.total.at)) {
    if (segment === place.segment) return place;
    // Where rows turned up past the end, so many were not all.
    const overtaken = place.segment.tail !== undefined && !tail;
    return { ...place, segment, countedTotal: overtaken ? undefined : countedTotal };
  }
  return { ...place, segment, countedTotal: { rows, exact: true, at: tail.total.at } };
}

/** Whether rows can be found by key in this order. */
function hasKeysetOrder(table: Table, view: RowsView): boolean {
  return keysetOrder(table, view.order) !== undefined;
}

/** There were fewer rows than thought. */
function moveToEnd(place: SegmentState, total: TotalCount): SegmentState {
  return { ...place, segment: makeEndSegment(total.rows, total), range: { first: -1, last: -1 } };
}

const fixedAnchors = {
  start: { cursor: undefined, isForward: true },
  end: { cursor: undefined, isForward: false },
};

function useAnchor(table: Table, view: RowsView, run: Segment) {
  const sought = useQuery(anchorQuery(table, view, run));
  const { origin } = run;
  const entrance = useMemo<SegmentAnchor | undefined>(() => {
    if (origin.kind === 'share') return sought.data?.anchor;
    return origin.kind === 'cut' ? { cursor: origin.cursor, isForward: true } : fixedAnchors[origin.kind];
  }, [origin, sought.data]);
  return {
    entrance,
    before: sought.data?.rowsBefore,
    missing: origin.kind === 'share' && sought.data !== undefined && !entrance,
    error: sought.error,
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
  const held = useMemo(() => pagesToLoad(range, { size, head, tail }), [range, size, head, tail]);
  const leadIndex = held[0] ?? 0;
  const combine = useCallback(
    (results: { data?: SegmentPage; error: unknown; dataUpdatedAt: number; isRefetching: boolean }[]) => ({
      pages: new Map(results.flatMap(({ data }, i) => (data ? [[held[i] ?? 0, data] as const] : []))),
      error: results.find(({ error }) => error)?.error ?? null,
      updatedAt: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0)),
      isRefetching: results.some(({ isRefetching }) => isRefetching),
    }),
    [held],
  );
  const queries = held.map((index) => ({
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
  return { results: useQueries({ queries, combine }), held };
}

const placeholderAnchor: SegmentAnchor = { cursor: undefined, isForward: true };

/** Counts what lies before a run, in the background, and gives up on it when it takes too long, in milliseconds. */
const countTimeout = 10_000;

interface SegmentStartOptions {
  table: Table;
  view: RowsView;
  segment: Segment;
  anchor: SegmentAnchor | undefined;
  /** How many rows lie before the entrance, if the search has counted them already. */
  rowsBefore: number | undefined;
  setSegmentState: SetSegmentState;
}

function useSegmentStart({ table, view, segment, anchor, rowsBefore, setSegmentState }: SegmentStartOptions) {
  const { id, isStartCounted } = segment;
  useEffect(() => {
    // The start's place needs no counting; only what came before it since then can be unknown.
    if (isStartCounted || !anchor || anchor === fixedAnchors.start) return;
    const locate = (start: number) =>
      setSegmentState((place) =>
        place.view === view && place.segment.id === id ? applySegmentStart(place, start) : place,
      );
    if (rowsBefore !== undefined) return locate(rowsBefore);
    const counting = new AbortController();
    const timer = setTimeout(() => counting.abort(), countTimeout);
    // Uncounted, the place stays marked as a guess, until an end of the table is reached.
    countRowsBefore(table, view, anchor.cursor, 'exact', counting.signal).then(locate, () => undefined);
    return () => {
      clearTimeout(timer);
      counting.abort();
    };
  }, [table, view, id, isStartCounted, anchor, rowsBefore, setSegmentState]);
}

/** Now that the place is known, a row that was asked for by number is gone to, if it isn't in view. */
function applySegmentStart(place: SegmentState, start: number): SegmentState {
  const { requestedIndex, range } = place;
  const segment = { ...place.segment, start, isStartCounted: true };
  if (requestedIndex === undefined || requestedIndex - start === range.first)
    return { ...place, segment, requestedIndex: undefined };
  const at = requestedIndex - start;
  return {
    ...place,
    segment,
    range: { first: at, last: at },
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
 * A page that was kept from before may not go on where its neighbour now ends:
 * rows came or went between them. The one further from the lead is fetched anew.
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

/** What moves the view: scrolling, once it rests or reaches a page next to the ones held, and going somewhere. */
function useSegmentNavigation({
  view,
  size,
  hasKeyset,
  segmentState,
  loaded,
  setSegmentState,
}: SegmentNavigationOptions) {
  const latest = useRef({ place: segmentState, loaded });
  // Before layout effects: one of them scrolls when rows turn out to lie elsewhere, and that tells of it here.
  useInsertionEffect(() => {
    latest.current = { place: segmentState, loaded };
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was told for the view before must not be applied to this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer belongs to a view
  useEffect(() => () => clearTimeout(timer.current), [view]);

  const show = useCallback(
    (next: RowRange) => {
      clearTimeout(timer.current);
      const { segment, range } = latest.current.place;
      const pageOf = (row: number) => Math.floor((row - segment.start) / size);
      const moved = Math.abs(pageOf(next.first) - Math.floor(range.first / size));
      const grown = pageOf(next.last) !== Math.floor(range.last / size);
      if (moved === 0 && !grown) return;
      const apply = () => {
        const { place: seen, loaded: known } = latest.current;
        // What was learnt since the last render is kept.
        setSegmentState((state) => {
          const here = state.view === view ? state : seen;
          return here.view === view ? scrollToRange(here, known, next, { size, hasKeyset }) : state;
        });
      };
      if (moved <= 1) apply();
      else timer.current = setTimeout(apply, scrollDebounce);
    },
    [view, size, hasKeyset, setSegmentState],
  );
  const go = useCallback(
    (to: Destination) => {
      clearTimeout(timer.current);
      const { place: here, loaded: known } = latest.current;
      if (known.total) setSegmentState(jumpTo(here, known, to, { size, hasKeyset }));
    },
    [size, hasKeyset, setSegmentState],
  );
  const stay = useCallback(
    () =>
      setSegmentState((here) =>
        here.requestedIndex === undefined ? here : { ...here, requestedIndex: undefined },
      ),
    [setSegmentState],
  );
  return { show, go, stay };
}

function scrollToRange(
  place: SegmentState,
  { total, pages }: LoadedSegment,
  next: RowRange,
  { size, hasKeyset }: Pick<SegmentNavigationOptions, 'size' | 'hasKeyset'>,
): SegmentState {
  const count = total && countOf(place.segment, pages.values(), total);
  const segment = count ? segmentFor(place, next, { total, count, size, hasKeyset }) : place.segment;
  const range = { first: next.first - segment.start, last: next.last - segment.start };
  return {
    ...place,
    segment,
    range,
    hasMoved: place.hasMoved || segment.id !== place.segment.id,
    requestedIndex: undefined,
  };
}

function jumpTo(
  place: SegmentState,
  { total, pages }: LoadedSegment,
  to: Destination,
  { size, hasKeyset }: Pick<SegmentNavigationOptions, 'size' | 'hasKeyset'>,
): SegmentState {
  if (!total) return place;
  const count = countOf(place.segment, pages.values(), total);
  const other = (entered: Segment) =>
    hasKeyset && entered.id !== place.segment.id ? entered : place.segment;
  let segment = place.segment;
  let index = 0;
  if (to.kind === 'start') segment = other(startSegment);
  else if (to.kind === 'end') {
    segment = other(makeEndSegment(count.count, total));
    index = count.count - 1;
  } else if (to.kind === 'cut') {
    segment = other(makeCursorSegment(to.cursor, to.rowsBefore));
    index = segment.start;
  } else {
    index = Math.max(0, Math.min(to.index, count.count - 1));
    segment = segmentFor(place, { first: index, last: index }, { total, count, size, hasKeyset });
  }
  const requestedIndex = to.kind === 'index' && !segment.isStartCounted ? index : undefined;
  const at = index - segment.start;
  return {
    ...place,
    segment,
    range: { first: at, last: at },
    scrollTarget: { index },
    requestedIndex,
    hasMoved: true,
  };
}
