import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { LaneData } from '@/data/layouts/lanes.utils';
import { type RowsView, rowKeys } from '@/data/rows/keys';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/session';
import { useTotal } from '../counts/use-total';
import type { RowSource } from '../row-source';
import type { RowCount, RowPage } from './pages.utils';
import { countOf } from './runs.utils';
import { type Destination, type Loaded, useRun } from './use-run';

/** Rows in one request; two screens of a large display. */
const wantedPageSize = 100;

/** The rows of a view that are loaded and in use, in order: a grid's pages, or a board's lanes one after the other. */
export function loadedRows(client: QueryClient, table: Table, view: RowsView): Row[] {
  const cache = client.getQueryCache();
  const pages = cache.findAll({
    queryKey: [...rowKeys.table(table), 'pages'],
    type: 'active',
    predicate: ({ queryKey }) => isWithin(queryKey[rowKeys.table(table).length + 1] as RowsView, view),
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
function isWithin(view: RowsView, whole: RowsView): boolean {
  const { length } = whole.filters;
  const base = { ...view, filters: view.filters.slice(0, length) };
  return view.filters.length <= length + 1 && hashKey([base]) === hashKey([whole]);
}

/** The rows of a table's view, and how their loading goes. */
export interface Pages extends RowSource {
  /** Undefined until the first page is there. */
  count: RowCount | undefined;
  /** False while the rows in view are thought to stand there, and haven't been counted up to. */
  placed: boolean;
  go: (to: Destination) => void;
  /** The rows in view are being worked with: nothing that is learnt of where they lie leads elsewhere any more. */
  stay: () => void;
  /** Where the view has to be, after going somewhere: a new object each time. */
  arrival: { index: number } | undefined;
  error: unknown;
  /** Rows of the view before are shown until those of this one come. */
  stale: boolean;
  /** When the rows in view were asked for, in milliseconds since 1970. */
  updatedAt: number;
  refetching: boolean;
  refetch: () => void;
  countExactly: () => void;
  stopCounting: () => void;
  counting: boolean;
}

/** The rows of a table in an order, as many pages of them as are near what is in view. */
export function usePages(table: Table, view: RowsView): Pages {
  const client = useQueryClient();
  const { maxRows } = useWorkspace().limits;
  const size = Math.min(wantedPageSize, maxRows > 0 ? maxRows : wantedPageSize);
  const counts = useTotal(table, view, maxRows);
  const running = useRun({ table, view, size, counts });
  const shown = useLastComplete(table, running.loaded);
  const { pages, run, total } = shown;
  const count = useMemo(
    () => (total && run ? countOf(run, pages.values(), total) : undefined),
    [pages, run, total],
  );
  const start = run?.start ?? 0;
  const rowAt = useCallback(
    (index: number) => {
      const page = pages.get(Math.floor((index - start) / size));
      return page?.rows[index - start - page.from];
    },
    [pages, start, size],
  );
  const everyLoaded = useCallback(
    () =>
      [...pages.values()].flatMap((page) => page.rows.map((row, i) => [start + page.from + i, row] as const)),
    [pages, start],
  );
  const findIndex = useCallback(
    (matches: (row: Row) => boolean) => everyLoaded().find(([, row]) => matches(row))?.[0] ?? -1,
    [everyLoaded],
  );
  const id = run?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view's or run's numbers are others
  const identity = useMemo(() => ({}), [view, id]);
  return {
    count,
    length: count?.count ?? 0,
    placed: run?.sure ?? true,
    rowAt,
    findIndex,
    loaded: everyLoaded,
    origin: useMemo(() => ({ run: identity, at: start }), [identity, start]),
    version: useMemo(() => ({ pages, count }), [pages, count]),
    show: running.show,
    go: running.go,
    stay: running.stay,
    arrival: running.arrival,
    error: shown.error,
    stale: shown !== running.loaded,
    updatedAt: shown.updatedAt,
    refetching: shown.refetching,
    refetch: () => void client.invalidateQueries({ queryKey: rowKeys.table(table) }),
    countExactly: counts.countExactly,
    stopCounting: counts.stopCounting,
    counting: counts.counting,
  };
}

/** While a new order or filter has no rows yet, the rows of the one before stay, so that the page doesn't flash. */
function useLastComplete(table: Table, loaded: Loaded): Loaded {
  const last = useRef<{ table: Table; loaded: Loaded }>(undefined);
  const complete = loaded.total !== undefined && (loaded.pages.size > 0 || loaded.moved);
  useEffect(() => {
    if (complete) last.current = { table, loaded };
  }, [complete, table, loaded]);
  if (complete || loaded.error || last.current?.table !== table) return loaded;
  return last.current.loaded;
}
