import { infiniteQueryOptions } from '@tanstack/react-query';
import { buildKeysetOrder, findIdentity } from '@/data/paging/cursor/keyset.utils';
import { createCursor } from '@/data/paging/cursor/keyset-cursor';
import { fetchPage } from '@/data/paging/page-request';
import { parseDefaultOrder } from '@/data/query/default-order';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import type { RowList } from '@/data/rows/rows-api';
import type { Schema } from '@/lib/api.gen';
import { listIdentifyingColumns } from './references';
import { listRelatedColumns, type RelatedTable } from './related.utils';

/** Number of related rows that a record shows at first, and that "Show more" adds. */
const firstPageSize = 5;
const nextPageSize = 20;

interface PagePosition {
  index: number;
  /** The last row of the page before. */
  last: Row | undefined;
}

/** Query for the rows of a related table that match, in the table's default order, page by page. The first page includes the count. */
export function relatedQuery(schema: Schema, related: RelatedTable, filters: readonly Filter[]) {
  const { table, key } = related;
  const order = parseDefaultOrder(table);
  const { named, facts } = listRelatedColumns(schema, related);
  const columns = listIdentifyingColumns(table, [
    ...key.columns,
    ...(named?.key.columns ?? []),
    ...facts.map(({ name }) => name),
    ...order.map(({ column }) => column),
    ...(findIdentity(table) ?? []),
  ]);
  return infiniteQueryOptions({
    queryKey: rowKeys.related(table, filters),
    queryFn: ({ pageParam, signal }): Promise<RowList> => {
      const { index, last } = pageParam;
      const size = index === 0 ? firstPageSize : nextPageSize;
      const total = buildKeysetOrder(table, order);
      const cursor = last && total && createCursor(total, last, 'after');
      // Without a key, pages are read by offset; the first page has another size.
      const skip = cursor || index === 0 ? 0 : firstPageSize + (index - 1) * nextPageSize;
      const count = index === 0 ? 'estimated' : undefined;
      return fetchPage(
        table,
        { filters, order, columns },
        { cursor, isForward: true, skip, limit: size, count, omitsLargeValues: true, signal },
      );
    },
    initialPageParam: { index: 0, last: undefined } as PagePosition,
    getNextPageParam: (page, pages): PagePosition | undefined => {
      const rows = pages.flatMap((each) => each.rows);
      const full = page.rows.length === (pages.length === 1 ? firstPageSize : nextPageSize);
      const total = pages[0]?.total ?? Number.POSITIVE_INFINITY;
      return full && rows.length < total ? { index: pages.length, last: rows.at(-1) } : undefined;
    },
  });
}
