import { queryOptions } from '@tanstack/react-query';
import type { Filter } from '@/data/query/filters/filters.utils';
import { listReadableNames } from '@/data/rows/readable-columns';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import type { Table } from '@/lib/api.gen';

/** Query for the number of rows that match. Requests no rows, only the count. */
export function rowCountQuery(
  table: Table,
  filters: readonly Filter[],
  count: 'exact' | 'estimated' = 'exact',
) {
  return queryOptions({
    queryKey: [...rowKeys.count(table, filters), count],
    queryFn: async ({ signal }) => {
      const columns = listReadableNames(table).slice(0, 1);
      return (await listRows(table, { filters, columns, limit: 0, count, signal })).total ?? 0;
    },
  });
}
