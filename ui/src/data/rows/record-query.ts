import { queryOptions } from '@tanstack/react-query';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { buildKeyFilters } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { listReadableNames } from './readable-columns';
import type { Row } from './row';
import { rowKeys } from './row-keys';
import { listRows } from './rows-api';

/**
 * Query for the row with a key, with all readable columns except large values that are not loaded (loadValue); null if
 * there is no such row that the user can see.
 */
export function recordQuery(table: Table, key: readonly KeyValue[]) {
  return queryOptions({
    queryKey: rowKeys.record(table, key),
    queryFn: async ({ client, queryKey, signal }): Promise<Row | null> => {
      const request = { filters: buildKeyFilters(key), limit: 1, signal };
      const columns = listReadableNames(table);
      const { rows } = await listRows(table, { ...request, columns, omitsLargeValues: true });
      const [row] = rows;
      if (!row) return null;
      const before = client.getQueryData<Row | null>(queryKey) ?? {};
      const loaded = columns.filter((name) => Object.hasOwn(before, name) && !Object.hasOwn(row, name));
      if (loaded.length === 0) return row;
      const reloaded = await listRows(table, { ...request, columns: loaded });
      return { ...row, ...reloaded.rows[0] };
    },
    staleTime: 10_000,
  });
}

/** Query for all readable columns of the row with a key, for a copy of the row; null if there is no such row. Not cached: a copy has the values as they are now. */
export function completeRowQuery(table: Table, key: readonly KeyValue[]) {
  return queryOptions({
    queryKey: [...rowKeys.record(table, key), 'complete'],
    queryFn: async ({ signal }): Promise<Row | null> => {
      const columns = listReadableNames(table);
      const { rows } = await listRows(table, { filters: buildKeyFilters(key), columns, limit: 1, signal });
      return rows[0] ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
