import { queryOptions } from '@tanstack/react-query';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { keyFilters } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { readableColumnNames } from './readable-columns';
import { rowKeys } from './row-keys';
import { listRows } from './rows-api';

/** Query for the row with a key, with all readable columns; null if there is no such row that the user can see. */
export function recordQuery(table: Table, key: readonly KeyValue[]) {
  return queryOptions({
    queryKey: rowKeys.record(table, key),
    queryFn: async ({ signal }) => {
      const { rows } = await listRows(table, {
        filters: keyFilters(key),
        columns: readableColumnNames(table),
        limit: 1,
        signal,
      });
      return rows[0] ?? null;
    },
    staleTime: 10_000,
  });
}
