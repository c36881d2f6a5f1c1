import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { LaneData } from '@/data/layouts/lanes.utils';
import type { Row } from '@/data/rows/row';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/session';
import { useTotal } from '../counts/use-total';
import { pageSize } from '../page-request';
import type { RowSource } from '../row-source';
import type { RowCount, RowPage } from './page-plan';
import { countOf } from './segment';
import { type Destination, type LoadedSegment, useSegment } from './use-segment';

/** The rows of a view that are loaded and in use, in order: a grid's pages, or a board's lanes one after the other. */
export function loadedRows(client: QueryClient, table: Table, view: RowsView): Row[] {
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

/** Whether a view is another, or what its open groups leave of it: that has one filter more. */
function isSameView(view: RowsView, whole: RowsView): boolean {
  const { length } = whole.filters;
  const base = { ...view, filters: view.filters.slice(0, length) };
  return view.filters.length <= length + 1 && hashKey([base]) === hashKey([whole]);
}

/** The rows of a table's view, and how their loading goes. */
export interface PagedRows extends RowSource {
  /** Undefined until the first page is there. */
  count: RowCount | undefined;
  /** False while the rows in view are thought to stand there, and haven't been counted up to. */
  isPositionKnown: boolean;
  goTo: (to: Destination) => void;
  /** The rows in view are being worked with: nothing that is learnt of where they lie leads elsewhere any more. */
  cancelPendingJump: () => void;
  /** Where the view has to be, after going somewhere: a new object each time. */
  scrollTarget: { index: number } | undefined;
  error: unknown;
  /** Rows of the view before are shown until those of this one come. */
  isStale: boolean;
  /** When the rows in view were asked for, in milliseconds since 1970. */
  updatedAt: number;
  isRefetching: boolean;
  refetch: () => void;
  countExactly: () => void;
  stopCounting: () => void;
  isCounting: boolean;
}

/** The rows of a table in an order, as many pages of them as are near what is in view. */
export function usePages(table: Table, view: RowsView): PagedRows {
  const client = useQueryClient();
  const { maxRows } = useWorkspace().limits;
  const size = pageSize(maxRows);
  const counts = useTotal(table, view, maxRows);
  const running = useSegment({ table, view, size, counts });
  const shown = useLastLoadedSegment(table, running.loaded);
  const { pages, segment, total } = shown;
  const count = useMemo(
    () => (total && segment ? countOf(segment, pages.values(), total) : undefined),
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
  const everyLoaded = useCallback(
    () =>
      [...pages.values()].flatMap((page) =>
        page.rows.map((row, i) => [start + page.startIndex + i, row] as const),
      ),
    [pages, start],
  );
  const findIndex = useCallback(
    (matches: (row: Row) => boolean) => everyLoaded().find(([, row]) => matches(row))?.[0] ?? -1,
    [everyLoaded],
  );
  const id = segment?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view's or run's numbers are others
  const identity = useMemo(() => ({}), [view, id]);
  return {
    count,
    length: count?.count ?? 0,
    isPositionKnown: segment?.isStartCounted ?? true,
    rowAt,
    findIndex,
    loadedRows: everyLoaded,
    origin: useMemo(() => ({ segment: identity, offset: start }), [identity, start]),
    version: useMemo(() => ({ pages, count }), [pages, count]),
    setVisibleRange: running.show,
    goTo: running.go,
    cancelPendingJump: running.stay,
    scrollTarget: running.arrival,
    error: shown.error,
    isStale: shown !== running.loaded,
    updatedAt: shown.updatedAt,
    isRefetching: shown.isRefetching,
    refetch: () => void client.invalidateQueries({ queryKey: rowKeys.table(table) }),
    countExactly: counts.countExactly,
    stopCounting: counts.stopCounting,
    isCounting: counts.isCounting,
  };
}

/** While a new order or filter has no rows yet, the rows of the one before stay, so that the page doesn't flash. */
function useLastLoadedSegment(table: Table, loaded: LoadedSegment): LoadedSegment {
  const last = useRef<{ table: Table; loaded: LoadedSegment }>(undefined);
  const complete = loaded.total !== undefined && (loaded.pages.size > 0 || loaded.hasMoved);
  useEffect(() => {
    if (complete) last.current = { table, loaded };
  }, [complete, table, loaded]);
  if (complete || loaded.error || last.current?.table !== table) return loaded;
  return last.current.loaded;
}
