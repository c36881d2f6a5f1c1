import { queryOptions } from '@tanstack/react-query';
import type { KeyValue } from '@/data/query/table-page-state';
import { keyFilters } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { rowKeys } from './row-keys';
import { listRows, readableColumnNames } from './rows-api';

/** The one row with this key, with all columns that may be read; null where there is none to be seen. */
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
