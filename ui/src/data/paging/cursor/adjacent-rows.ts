import { queryOptions } from '@tanstack/react-query';
import type { Row } from '@/data/rows/row';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { fetchPage } from '../page-request';
import { buildKeysetOrder, findIdentity } from './keyset.utils';
import { createCursor } from './keyset-cursor';

/** The rows before and after a row, with their key columns only. */
export interface AdjacentRows {
  previous: Row | undefined;
  next: Row | undefined;
}

/**
 * Query for the rows of a view before and after a row, found by the row's values:
 * the row does not have to be loaded or match the view's filters. Both are undefined if the
 * order has no key.
 */
export function adjacentRowsQuery(table: Table, { filters, order }: RowsView, row: Row) {
  const total = buildKeysetOrder(table, order);
  const after = total && createCursor(total, row, 'after');
  const before = total && createCursor(total, row, 'before');
  const columns = findIdentity(table) ?? [];
  const view = { filters, order, columns };
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'adjacent-rows', filters, order, after?.values ?? null] as const,
    queryFn: async ({ signal }): Promise<AdjacentRows> => {
      const [previous, next] = await Promise.all([
        before && fetchPage(table, view, { cursor: before, isForward: false, limit: 1, signal }),
        after && fetchPage(table, view, { cursor: after, isForward: true, limit: 1, signal }),
      ]);
      return { previous: previous?.rows[0], next: next?.rows[0] };
    },
    staleTime: 10_000,
  });
}
