import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { rowCountQuery } from '../counts/row-count-query';
import { buildKeysetOrder } from '../cursor/keyset.utils';
import { fetchPage } from '../page-request';
import { makeEmptyPage, makePage, planPage, type SegmentAnchor, type SegmentPage } from './page-plan';
import type { Segment } from './segment';

/** Milliseconds for which a page stays in the cache after it leaves the view. */
const unusedPageTime = 30_000;

/** Maximum number of cached pages that are not visible: about 10 MB for a table with 40 columns. */
const maxUnusedPages = 24;

export interface SegmentPageRequest {
  client: QueryClient;
  table: Table;
  view: RowsView;
  segment: Segment;
  anchor: SegmentAnchor;
  index: number;
  size: number;
  /** See PageContext. */
  leadIndex: number;
}

/** Query for one page of a segment. Waits for the neighbor between it and the lead page, if that is being fetched. */
export function pageQuery(request: SegmentPageRequest) {
  const { client, table, view, segment, anchor, index, size, leadIndex } = request;
  return queryOptions({
    queryKey: rowKeys.page(table, view, index, segment.id),
    queryFn: async ({ signal }): Promise<SegmentPage> => {
      const pages = getCachedPages(client, table, view, segment);
      const neighborIndex = index > leadIndex ? index - 1 : index < leadIndex ? index + 1 : undefined;
      const neighbor = neighborIndex === undefined ? undefined : await awaitPage(request, neighborIndex);
      if (neighborIndex !== undefined && neighbor) {
        if (index > leadIndex && neighbor.isLast) return makeEmptyPage(neighbor, 'after');
        if (index < leadIndex && neighbor.isFirst) return makeEmptyPage(neighbor, 'before');
        pages.set(neighborIndex, neighbor);
      }
      const plan = planPage({ index, size, anchor, leadIndex, pages });
      const isFromStart = plan.cursor === undefined && plan.isForward && plan.skip === 0;
      const count = isFromStart ? 'estimated' : undefined;
      const page = await fetchPage(table, view, {
        ...plan,
        limit: size,
        count,
        omitsLargeValues: true,
        signal,
      });
      if (isFromStart) storeTotal(client, table, view, page.total ?? 0);
      removeOldestPages(client, table);
      return makePage(plan, page, { index, size, order: buildKeysetOrder(table, view.order) });
    },
    gcTime: unusedPageTime,
  });
}

/** Stores the estimate of the first page. Keeps an exact count if the estimate did not change. */
function storeTotal(client: QueryClient, table: Table, { filters }: RowsView, total: number) {
  const { queryKey } = rowCountQuery(table, filters, 'estimated');
  if (client.getQueryData(queryKey) !== total) client.setQueryData(queryKey, total);
}

/** Returns the cached pages of a segment, by index. */
function getCachedPages(
  client: QueryClient,
  table: Table,
  view: RowsView,
  segment: Segment,
): Map<number, SegmentPage> {
  const cached = client.getQueriesData<SegmentPage>({ queryKey: rowKeys.segment(table, view, segment.id) });
  return new Map(cached.flatMap(([key, page]) => (page ? [[Number(key.at(-1)), page] as const] : [])));
}

/** Returns a page from the cache, and waits for it if it is being fetched. Throws its error: its neighbor would fail, too. */
async function awaitPage(
  { client, table, view, segment }: SegmentPageRequest,
  index: number,
): Promise<SegmentPage | undefined> {
  const queryKey = rowKeys.page(table, view, index, segment.id);
  const query = client.getQueryCache().find<SegmentPage>({ queryKey });
  if (query?.state.fetchStatus === 'fetching') return query.promise;
  if (query?.state.error && !query.state.data) throw query.state.error;
  return query?.state.data;
}

/** Removes the oldest pages that are not visible. During a fast scroll, unusedPageTime does not limit their number. */
function removeOldestPages(client: QueryClient, table: Table) {
  const queryKey = [...rowKeys.table(table), 'pages'];
  const unused = client.getQueryCache().findAll({ queryKey, type: 'inactive' });
  const newestFirst = unused.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const query of newestFirst.slice(maxUnusedPages)) client.getQueryCache().remove(query);
}

/** The result of the search for a segment's anchor. */
export interface AnchorResult {
  /** Undefined if the table has fewer rows. */
  anchor: SegmentAnchor | undefined;
  /** The number of rows before the anchor, if they were counted. */
  rowsBefore: number | undefined;
}

/** Query for the anchor of a segment at a share of the rows. Never refetched: writes do not move the anchor. */
export function anchorQuery(table: Table, view: RowsView, { id, origin }: Segment) {
  const { filters, order } = view;
  return queryOptions({
    queryKey: rowKeys.anchor(table, filters, order, id),
    queryFn: async ({ signal }): Promise<AnchorResult> => {
      if (origin.kind !== 'share') return { anchor: undefined, rowsBefore: undefined };
      const { target, total } = origin;
      // The first rows do not need this code. Without it, rows are found by their offset.
      const code = await import('../cursor/seek').catch(() => undefined);
      const result = await code?.seek({ table, view, target, total, signal });
      return { anchor: result && { cursor: result.cursor, isForward: true }, rowsBefore: result?.rowsBefore };
    },
    enabled: origin.kind === 'share',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: unusedPageTime,
  });
}
