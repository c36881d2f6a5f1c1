import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { LaneData } from '@/data/layouts/lanes.utils';
import { type HeldRows, useHeldChanges } from '@/data/live/refresh/use-held-changes';
import type { Row } from '@/data/rows/row';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { useTotal } from '../counts/use-total';
import { getPageSize } from '../page-request';
import type { RowSource } from '../row-source';
import type { RowCount, RowPage, RowRange } from './page-plan';
import { computeRowCount } from './segment';
import type { Destination, LoadedSegment } from './segment-state';
import { useSegment } from './use-segment';

/** Returns the loaded rows of a view in their order: of the visible pages of the grid, and of each lane of a board. */
export function gatherLoadedRows(client: QueryClient, table: Table, view: RowsView): Row[] {
  const cache = client.getQueryCache();
  const pages = cache.findAll({
    queryKey: [...rowKeys.table(table), 'pages'],
    type: 'active',
    predicate: ({ queryKey }) => isSameView(queryKey[rowKeys.table(table).length + 1] as RowsView, view),
  });
  const lanes = client.getQueriesData<LaneData>({ queryKey: rowKeys.viewLanes(table, view) });
  return [
    ...pages
      .toSorted((a, b) => Number(a.queryKey.at(-1)) - Number(b.queryKey.at(-1)))
      .flatMap(({ state }) => (state.data as RowPage | undefined)?.rows ?? []),
    ...lanes.flatMap(([, lane]) => lane?.pages.flatMap((page) => page.rows) ?? []),
  ];
}

/** Whether a view is equal to another view, or the same with one more filter, for its open groups. */
function isSameView(view: RowsView, whole: RowsView): boolean {
  const { length } = whole.filters;
  const base = { ...view, filters: view.filters.slice(0, length) };
  return view.filters.length <= length + 1 && hashKey([base]) === hashKey([whole]);
}

/** The rows of a view, their loading state, and navigation. */
export interface PagedRows extends RowSource {
  /** Undefined until the first page is loaded. */
  count: RowCount | undefined;
  /** Whether the row numbers are exact; false if they are estimated. */
  isPositionKnown: boolean;
  goTo: (destination: Destination) => void;
  /** Cancels the scroll that follows when the exact position of the rows is found. Call when the user works with the visible rows. */
  cancelPendingJump: () => void;
  /** The index to which the view must scroll; a new object for each goTo. */
  scrollTarget: { index: number } | undefined;
  error: unknown;
  /** Whether the rows are those of the previous view, because none of this one are loaded. */
  isStale: boolean;
  /** The time of the oldest response of the pages in use, in milliseconds since 1970. */
  updatedAt: number;
  isRefetching: boolean;
  refetch: () => void;
  countExactly: () => void;
  stopCounting: () => void;
  isCounting: boolean;
  /** Changes by other users that are not shown yet, because the rows would move while the user reads them. */
  held: HeldRows | undefined;
}

/** Loads the rows of a view: the visible pages and one on each side. Call setVisibleRange as the user scrolls. */
export function usePages(table: Table, view: RowsView): PagedRows {
  const client = useQueryClient();
  const { maxRows } = useWorkspace().limits;
  const size = getPageSize(maxRows);
  const counts = useTotal(table, view, maxRows);
  const current = useSegment({ table, view, size, counts });
  const loaded = useLastLoadedSegment(table, current.loaded);
  const { pages, segment, total } = loaded;
  const count = useMemo(
    () => (total && segment ? computeRowCount(segment, pages.values(), total) : undefined),
    [pages, segment, total],
  );
  const start = segment?.start ?? 0;
  const rowAt = useCallback(
    (index: number) => {
      const page = pages.get(Math.floor((index - start) / size));
      return page?.rows[index - start - page.startIndex];
    },
    [pages, start, size],
  );
  const listLoadedRows = useCallback(
    () =>
      [...pages.values()].flatMap((page) =>
        page.rows.map((row, i) => [start + page.startIndex + i, row] as const),
      ),
    [pages, start],
  );
  const findIndex = useCallback(
    (matches: (row: Row) => boolean) => listLoadedRows().find(([, row]) => matches(row))?.[0] ?? -1,
    [listLoadedRows],
  );
  const { isAtTop, setVisibleRange } = useIsAtTop(current.setVisibleRange);
  const held = useHeldChanges({ table, view, pages, isAtTop });
  const id = segment?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: indexes of another view or segment are not comparable
  const identity = useMemo(() => ({}), [view, id]);
  return {
    count,
    length: count?.count ?? 0,
    isPositionKnown: segment?.isStartCounted ?? true,
    rowAt,
    findIndex,
    loadedRows: listLoadedRows,
    origin: useMemo(() => ({ segment: identity, offset: start }), [identity, start]),
    version: useMemo(() => ({ pages, count }), [pages, count]),
    setVisibleRange,
    goTo: current.goTo,
    cancelPendingJump: current.cancelPendingJump,
    scrollTarget: current.scrollTarget,
    error: loaded.error,
    isStale: loaded !== current.loaded,
    updatedAt: loaded.updatedAt,
    isRefetching: loaded.isRefetching,
    refetch: () => void client.invalidateQueries({ queryKey: rowKeys.table(table) }),
    countExactly: counts.countExactly,
    stopCounting: counts.stopCounting,
    isCounting: counts.isCounting,
    held,
  };
}

/** Returns a function that reports whether the first row is in view, and the function that records the visible range. */
function useIsAtTop(onRange: (range: RowRange) => void) {
  const first = useRef(0);
  const setVisibleRange = useCallback(
    (range: RowRange) => {
      first.current = range.first;
      onRange(range);
    },
    [onRange],
  );
  return { isAtTop: useCallback(() => first.current <= 0, []), setVisibleRange };
}

/** Returns the previous view's rows until those of a new order or filter are loaded, so that the page doesn't flash. */
function useLastLoadedSegment(table: Table, loaded: LoadedSegment): LoadedSegment {
  const last = useRef<{ table: Table; loaded: LoadedSegment }>(undefined);
  const isLoaded = loaded.total !== undefined && (loaded.pages.size > 0 || loaded.hasMoved);
  useEffect(() => {
    if (isLoaded) last.current = { table, loaded };
  }, [isLoaded, table, loaded]);
  if (isLoaded || loaded.error || last.current?.table !== table) return loaded;
  return last.current.loaded;
}
