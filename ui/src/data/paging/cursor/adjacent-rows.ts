import { queryOptions } from '@tanstack/react-query';
import type { Row } from '@/data/rows/row';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { fetchPage } from '../page-request';
import { identityOf, keysetOrder } from './keyset.utils';
import { createCursor } from './keyset-cursor';

/** The keys of the rows on both sides of a row. */
export interface AdjacentRows {
  previous: Row | undefined;
  next: Row | undefined;
}

/**
 * The rows of a view that stand on both sides of a row, found by its values: it may be far from the rows
 * that are loaded, or not be in the view at all. None where the view's order has no key to go by.
 */
export function adjacentRowsQuery(table: Table, { filters, order }: RowsView, row: Row) {
  const total = keysetOrder(table, order);
  const after = total && createCursor(total, row, 'after');
  const before = total && createCursor(total, row, 'before');
  const columns = identityOf(table) ?? [];
  const view = { filters, order, columns };
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'neighbours', filters, order, after?.values ?? null] as const,
    queryFn: async ({ signal }): Promise<AdjacentRows> => {
      const [back, forth] = await Promise.all([
        before && fetchPage(table, view, { cursor: before, isForward: false, limit: 1, signal }),
        after && fetchPage(table, view, { cursor: after, isForward: true, limit: 1, signal }),
      ]);
      return { previous: back?.rows[0], next: forth?.rows[0] };
    },
    staleTime: 10_000,
  });
}
