import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/session';
import type { Filter } from './filters.utils';
import { type RowsView, rowKeys } from './keys';
import type { LaneData } from './lanes.utils';
import { countRows, pagesToHold, planPage, type RowCount, type RowPage, type RowRange } from './pages.utils';
import type { Row } from './row';
import type { RowSource } from './row-source';
import { listRows } from './rows';

/** Rows in one request; two screens of a large display. */
const wantedPageSize = 100;

/** How long a page stays after it went out of view: what keeps the tab's memory bounded, in milliseconds. */
const keptFor = 30_000;

/** A scroll over pages that aren't there asks for them only when it has come to rest, in milliseconds. */
const restBefore = 90;

interface PageRequest {
  client: QueryClient;
  table: Table;
  view: RowsView;
  index: number;
  size: number;
  /** The page that goes by offset if none of its neighbours is loaded; the others wait for it. */
  lead: number;
}

function pageQuery({ client, table, view, index, size, lead }: PageRequest) {
  const neighbour = async (at: number, mayWait: boolean): Promise<RowPage | undefined> => {
    const queryKey = rowKeys.page(table, view, at);
    const state = client.getQueryState<RowPage>(queryKey);
    if (state?.data || !mayWait || state?.fetchStatus !== 'fetching') return state?.data;
    const query = client.getQueryCache().find<RowPage>({ queryKey });
    return query?.promise;
  };
  return queryOptions({
    queryKey: rowKeys.page(table, view, index),
    queryFn: async ({ signal }): Promise<RowPage> => {
      const before = index > 0 ? await neighbour(index - 1, index > lead) : undefined;
      const after = index > 0 && !before ? await neighbour(index + 1, index < lead) : undefined;
      if (before && before.rows.length < size) return { rows: [], total: undefined };
      const plan = planPage({ table, ...view, index, size, before, after });
      const { rows, total } = await listRows(table, {
        ...plan,
        columns: view.columns,
        limit: size,
        count: index === 0 ? 'estimated' : undefined,
        signal,
      });
      return { rows: plan.backwards ? rows.toReversed() : rows, total };
    },
    gcTime: keptFor,
  });
}

/** GET without rows, to learn how many match. */
export function rowCountQuery(
  table: Table,
  filters: readonly Filter[],
  count: 'exact' | 'estimated' = 'exact',
) {
  return queryOptions({
    queryKey: [...rowKeys.count(table, filters), count],
    queryFn: async ({ signal }) => {
      const columns = table.columns.filter((column) => column.privileges.select).slice(0, 1);
      const names = columns.map((column) => column.name);
      return (await listRows(table, { filters, columns: names, limit: 0, count, signal })).total ?? 0;
    },
  });
}

/** The rows of a view that are loaded, in order: a grid's pages, or a board's lanes one after the other. */
export function loadedRows(client: QueryClient, table: Table, view: RowsView): Row[] {
  const pages = client.getQueriesData<RowPage>({ queryKey: rowKeys.pages(table, view) });
  const lanes = client.getQueriesData<LaneData>({ queryKey: rowKeys.viewLanes(table, view) });
  return [
    ...pages
      .toSorted(([a], [b]) => Number(a.at(-1)) - Number(b.at(-1)))
      .flatMap(([, page]) => page?.rows ?? []),
    ...lanes.flatMap(([, lane]) => lane?.pages.flatMap((page) => page.rows) ?? []),
  ];
}

/** The rows of a table's view, and how their loading goes. */
export interface Pages extends RowSource {
  /** Undefined until the first page is there. */
  count: RowCount | undefined;
  error: unknown;
  /** Rows of the view before are shown until those of this one come. */
  stale: boolean;
  /** When the rows in view were asked for, in milliseconds since 1970. */
  updatedAt: number;
  refetching: boolean;
  refetch: () => void;
  countExactly: () => void;
  counting: boolean;
}

interface Loaded {
  pages: ReadonlyMap<number, RowPage>;
  error: unknown;
  updatedAt: number;
  refetching: boolean;
}

/** The rows of a table in an order, as many pages of them as are near what is in view. */
export function usePages(table: Table, view: RowsView): Pages {
  const client = useQueryClient();
  const { maxRows } = useWorkspace().limits;
  const size = Math.min(wantedPageSize, maxRows > 0 ? maxRows : wantedPageSize);
  const { range, show } = useRestingRange(view, size);
  const held = useMemo(() => pagesToHold(range, size), [range, size]);
  const lead = held[0] ?? 0;

  const combine = useCallback(
    (
      results: { data?: RowPage; error: unknown; dataUpdatedAt: number; isRefetching: boolean }[],
    ): Loaded => ({
      pages: new Map(results.flatMap(({ data }, i) => (data ? [[held[i] ?? 0, data] as const] : []))),
      error: results.find(({ error }) => error)?.error ?? null,
      updatedAt: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0)),
      refetching: results.some(({ isRefetching }) => isRefetching),
    }),
    [held],
  );
  const queries = held.map((index) => pageQuery({ client, table, view, index, size, lead }));
  const loaded = useQueries({ queries, combine });

  const [wantsExact, setWantsExact] = useState<readonly Filter[] | null>(null);
  const exactly = useQuery({ ...rowCountQuery(table, view.filters), enabled: wantsExact === view.filters });
  const exact = wantsExact === view.filters ? exactly.data : undefined;

  const shown = useLastComplete(table, loaded);
  const { pages } = shown;
  const count = useMemo(
    () => (pages.has(0) ? countRows(pages, size, maxRows, shown === loaded ? exact : undefined) : undefined),
    [pages, size, maxRows, exact, shown, loaded],
  );
  const rowAt = useCallback(
    (index: number) => pages.get(Math.floor(index / size))?.rows[index % size],
    [pages, size],
  );
  const findIndex = useCallback(
    (matches: (row: Row) => boolean) => {
      for (const [index, page] of pages) {
        const at = page.rows.findIndex(matches);
        if (at >= 0) return index * size + at;
      }
      return -1;
    },
    [pages, size],
  );
  const everyLoaded = useCallback(
    () =>
      [...pages].flatMap(([index, page]) => page.rows.map((row, at) => [index * size + at, row] as const)),
    [pages, size],
  );
  return {
    count,
    length: count?.count ?? 0,
    rowAt,
    findIndex,
    loaded: everyLoaded,
    origin: useMemo(() => ({ run: view, at: 0 }), [view]),
    show,
    version: useMemo(() => ({ pages, count }), [pages, count]),
    error: loaded.error,
    stale: shown !== loaded,
    updatedAt: shown.updatedAt,
    refetching: loaded.refetching,
    refetch: () => void client.invalidateQueries({ queryKey: rowKeys.table(table) }),
    countExactly: () => setWantsExact(view.filters),
    counting: exactly.isFetching,
  };
}

const top: RowRange = { first: 0, last: 0 };

/**
 * The range last told, once scrolling rests or reaches a page next to the ones
 * held. Another view begins at its top.
 */
function useRestingRange(view: RowsView, size: number) {
  const [state, setState] = useState({ view, range: top });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const range = state.view === view ? state.range : top;
  const held = useRef(range);
  useEffect(() => {
    held.current = range;
  }, [range]);
  const show = useCallback(
    (next: RowRange) => {
      clearTimeout(timer.current);
      const pageOf = (row: number) => Math.floor(row / size);
      const moved = Math.abs(pageOf(next.first) - pageOf(held.current.first));
      const grown = pageOf(next.last) !== pageOf(held.current.last);
      if (moved === 0 && !grown) return;
      const apply = () => setState({ view, range: next });
      if (moved <= 1) apply();
      else timer.current = setTimeout(apply, restBefore);
    },
    [view, size],
  );
  // A range that was told for the view before must not be applied to this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer belongs to a view
  useEffect(() => () => clearTimeout(timer.current), [view]);
  return { range, show };
}

/** While a new order or filter has no rows yet, the rows of the one before stay, so that the page doesn't flash. */
function useLastComplete(table: Table, loaded: Loaded): Loaded {
  const last = useRef<{ table: Table; loaded: Loaded }>(undefined);
  const complete = loaded.pages.has(0);
  useEffect(() => {
    if (complete) last.current = { table, loaded };
  }, [complete, table, loaded]);
  if (complete || loaded.error || last.current?.table !== table) return loaded;
  return last.current.loaded;
}
