import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { rowCountQuery } from '../counts/row-count-query';
import { keysetOrder } from '../cursor/keyset.utils';
import { seek } from '../cursor/seek';
import { fetchPage } from '../page-request';
import { makeEmptyPage, makePage, planPage, type SegmentAnchor, type SegmentPage } from './page-plan';
import type { Segment } from './segment';

/** How long a page stays after it went out of view, in milliseconds. */
const unusedPageTime = 30_000;

/** Pages out of view that stay at all: with 40 columns about 10 MB, wherever and however long one scrolls. */
const maxUnusedPages = 24;

export interface SegmentPageRequest {
  client: QueryClient;
  table: Table;
  view: RowsView;
  segment: Segment;
  anchor: SegmentAnchor;
  index: number;
  size: number;
  /** The page that the others of the run are found from. */
  leadIndex: number;
}

/** One page of a run. */
export function pageQuery(request: SegmentPageRequest) {
  const { client, table, view, segment, anchor, index, size, leadIndex } = request;
  return queryOptions({
    queryKey: rowKeys.page(table, view, index, segment.id),
    queryFn: async ({ signal }): Promise<SegmentPage> => {
      const pages = cachedPagesOf(client, table, view, segment);
      const neighbour = index > leadIndex ? index - 1 : index < leadIndex ? index + 1 : undefined;
      const page = neighbour === undefined ? undefined : await awaitPage(request, neighbour);
      if (neighbour !== undefined && page) {
        if (index > leadIndex && page.isLast) return makeEmptyPage(page, 'after');
        if (index < leadIndex && page.isFirst) return makeEmptyPage(page, 'before');
        pages.set(neighbour, page);
      }
      const plan = planPage({ index, size, anchor, leadIndex, pages });
      const whole = plan.cursor === undefined && plan.isForward && plan.skip === 0;
      const count = whole ? 'estimated' : undefined;
      const answer = await fetchPage(table, view, { ...plan, limit: size, count, signal });
      if (whole) storeTotal(client, table, view, answer.total ?? 0);
      removeOldestPages(client, table);
      return makePage(plan, answer, { index, size, order: keysetOrder(table, view.order) });
    },
    gcTime: unusedPageTime,
  });
}

/** The first page brings the total along. The same one again is no news: what was counted since stays. */
function storeTotal(client: QueryClient, table: Table, { filters }: RowsView, total: number) {
  const { queryKey } = rowCountQuery(table, filters, 'estimated');
  if (client.getQueryData(queryKey) !== total) client.setQueryData(queryKey, total);
}

/** The pages of a run that are in the cache, by their index. */
function cachedPagesOf(
  client: QueryClient,
  table: Table,
  view: RowsView,
  run: Segment,
): Map<number, SegmentPage> {
  const cached = client.getQueriesData<SegmentPage>({ queryKey: rowKeys.segment(table, view, run.id) });
  return new Map(cached.flatMap(([key, page]) => (page ? [[Number(key.at(-1)), page] as const] : [])));
}

/** A page as it is once what is being fetched has come. */
async function awaitPage(
  { client, table, view, segment }: SegmentPageRequest,
  index: number,
): Promise<SegmentPage | undefined> {
  const queryKey = rowKeys.page(table, view, index, segment.id);
  const query = client.getQueryCache().find<SegmentPage>({ queryKey });
  return query?.state.fetchStatus === 'fetching' ? query.promise : query?.state.data;
}

/** Drops the pages that went out of view longest ago: time alone wouldn't bound them. */
function removeOldestPages(client: QueryClient, table: Table) {
  const queryKey = [...rowKeys.table(table), 'pages'];
  const unseen = client.getQueryCache().findAll({ queryKey, type: 'inactive' });
  const oldest = unseen.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const query of oldest.slice(maxUnusedPages)) client.getQueryCache().remove(query);
}

/** Where the search for a share of the rows led. */
export interface AnchorResult {
  /** Undefined where that many rows aren't there. */
  anchor: SegmentAnchor | undefined;
  /** How many rows lie before it, if they were counted. */
  rowsBefore: number | undefined;
}

/** Where a run that has a share of the rows before it is entered. Sought once: what is written doesn't move it. */
export function anchorQuery(table: Table, view: RowsView, { id, origin }: Segment) {
  const { filters, order } = view;
  return queryOptions({
    queryKey: rowKeys.anchor(table, filters, order, id),
    queryFn: async ({ signal }): Promise<AnchorResult> => {
      if (origin.kind !== 'share') return { anchor: undefined, rowsBefore: undefined };
      const { target, total } = origin;
      const found = await seek({ table, view, target, total, signal });
      return { anchor: found && { cursor: found.cursor, isForward: true }, rowsBefore: found?.rowsBefore };
    },
    enabled: origin.kind === 'share',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: unusedPageTime,
  });
}
