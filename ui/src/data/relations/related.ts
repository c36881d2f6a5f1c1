import { infiniteQueryOptions } from '@tanstack/react-query';
import { cutBeside } from '@/data/paging/cursor/cut.utils';
import { identityOf, keysetOrder } from '@/data/paging/cursor/keyset.utils';
import { fetchPage } from '@/data/paging/page-request';
import { defaultOrder } from '@/data/query/default-order';
import type { Filter } from '@/data/query/filters.utils';
import { rowKeys } from '@/data/rows/keys';
import type { Row } from '@/data/rows/row';
import type { RowList } from '@/data/rows/rows';
import type { Schema } from '@/lib/api.gen';
import { namingColumns } from './references';
import { type Related, relatedColumns } from './related.utils';

/** Rows that a record shows of those that refer to it: a few at first, more when they are asked for. */
const firstRows = 5;
const moreRows = 20;

interface PagePosition {
  index: number;
  /** The last row of the page before. */
  last: Row | undefined;
}

/** The rows of a related table that match, in that table's own order, page by page; the first brings the count. */
export function relatedQuery(schema: Schema, related: Related, filters: readonly Filter[]) {
  const { table, key } = related;
  const order = defaultOrder(table);
  const { named, facts } = relatedColumns(schema, related);
  const columns = namingColumns(table, [
    ...key.columns,
    ...(named?.key.columns ?? []),
    ...facts.map(({ name }) => name),
    ...order.map(({ column }) => column),
    ...(identityOf(table) ?? []),
  ]);
  return infiniteQueryOptions({
    queryKey: rowKeys.related(table, filters),
    queryFn: ({ pageParam, signal }): Promise<RowList> => {
      const { index, last } = pageParam;
      const size = index === 0 ? firstRows : moreRows;
      const total = keysetOrder(table, order);
      const cut = last && total && cutBeside(total, last, 'after');
      // Without a key to page by, the pages' different sizes have to be counted in.
      const skip = cut || index === 0 ? 0 : firstRows + (index - 1) * moreRows;
      const count = index === 0 ? 'estimated' : undefined;
      return fetchPage(
        table,
        { filters, order, columns },
        { cut, forwards: true, skip, limit: size, count, signal },
      );
    },
    initialPageParam: { index: 0, last: undefined } as PagePosition,
    getNextPageParam: (page, pages): PagePosition | undefined => {
      const rows = pages.flatMap((each) => each.rows);
      const full = page.rows.length === (pages.length === 1 ? firstRows : moreRows);
      const total = pages[0]?.total ?? Number.POSITIVE_INFINITY;
      return full && rows.length < total ? { index: pages.length, last: rows.at(-1) } : undefined;
    },
  });
}
