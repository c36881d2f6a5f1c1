import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type RowsView, rowKeys } from '@/data/rows/keys';
import type { Table } from '@/lib/api.gen';
import { rowCountQuery } from '../counts/row-count';
import { keysetOrder } from '../cursor/keyset.utils';
import { seek } from '../cursor/seek';
import { fetchPage } from '../page-request';
import { type Entrance, emptyPage, makePage, planPage, type RunPage } from './pages.utils';
import type { Run } from './runs.utils';

/** How long a page stays after it went out of view, in milliseconds. */
const keptFor = 30_000;

/** Pages out of view that stay at all: with 40 columns about 10 MB, wherever and however long one scrolls. */
const mostKept = 24;

export interface PageRequest {
  client: QueryClient;
  table: Table;
  view: RowsView;
  run: Run;
  entrance: Entrance;
  index: number;
  size: number;
  /** The page that the others of the run are found from. */
  lead: number;
}

/** One page of a run. */
export function pageQuery(request: PageRequest) {
  const { client, table, view, run, entrance, index, size, lead } = request;
  return queryOptions({
    queryKey: rowKeys.page(table, view, index, run.id),
    queryFn: async ({ signal }): Promise<RunPage> => {
      const pages = pagesOf(client, table, view, run);
      const neighbour = index > lead ? index - 1 : index < lead ? index + 1 : undefined;
      const page = neighbour === undefined ? undefined : await settledPage(request, neighbour);
      if (neighbour !== undefined && page) {
        if (index > lead && page.last) return emptyPage(page, 'after');
        if (index < lead && page.first) return emptyPage(page, 'before');
        pages.set(neighbour, page);
      }
      const plan = planPage({ index, size, entrance, lead, pages });
      const whole = plan.cut === undefined && plan.forwards && plan.skip === 0;
      const count = whole ? 'estimated' : undefined;
      const answer = await fetchPage(table, view, { ...plan, limit: size, count, signal });
      if (whole) keepTotal(client, table, view, answer.total ?? 0);
      letGo(client, table);
      return makePage(plan, answer, { index, size, order: keysetOrder(table, view.order) });
    },
    gcTime: keptFor,
  });
}

/** The first page brings the total along. The same one again is no news: what was counted since stays. */
function keepTotal(client: QueryClient, table: Table, { filters }: RowsView, total: number) {
  const { queryKey } = rowCountQuery(table, filters, 'estimated');
  if (client.getQueryData(queryKey) !== total) client.setQueryData(queryKey, total);
}

/** The pages of a run that are in the cache, by their index. */
function pagesOf(client: QueryClient, table: Table, view: RowsView, run: Run): Map<number, RunPage> {
  const cached = client.getQueriesData<RunPage>({ queryKey: rowKeys.run(table, view, run.id) });
  return new Map(cached.flatMap(([key, page]) => (page ? [[Number(key.at(-1)), page] as const] : [])));
}

/** A page as it is once what is being fetched has come. */
async function settledPage(
  { client, table, view, run }: PageRequest,
  index: number,
): Promise<RunPage | undefined> {
  const queryKey = rowKeys.page(table, view, index, run.id);
  const query = client.getQueryCache().find<RunPage>({ queryKey });
  return query?.state.fetchStatus === 'fetching' ? query.promise : query?.state.data;
}

/** Drops the pages that went out of view longest ago: time alone wouldn't bound them. */
function letGo(client: QueryClient, table: Table) {
  const queryKey = [...rowKeys.table(table), 'pages'];
  const unseen = client.getQueryCache().findAll({ queryKey, type: 'inactive' });
  const oldest = unseen.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const query of oldest.slice(mostKept)) client.getQueryCache().remove(query);
}

/** Where the search for a share of the rows led. */
export interface Sought {
  /** Undefined where that many rows aren't there. */
  entrance: Entrance | undefined;
  /** How many rows lie before it, if they were counted. */
  before: number | undefined;
}

/** Where a run that has a share of the rows before it is entered. Sought once: what is written doesn't move it. */
export function entranceQuery(table: Table, view: RowsView, { id, origin }: Run) {
  const { filters, order } = view;
  return queryOptions({
    queryKey: rowKeys.place(table, filters, order, id),
    queryFn: async ({ signal }): Promise<Sought> => {
      if (origin.kind !== 'share') return { entrance: undefined, before: undefined };
      const { target, total } = origin;
      const found = await seek({ table, view, target, total, signal });
      return { entrance: found && { cut: found.cut, forwards: true }, before: found?.before };
    },
    enabled: origin.kind === 'share',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptFor,
  });
}
