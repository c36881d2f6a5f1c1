import { queryOptions } from '@tanstack/react-query';
import { canCountExactly } from '@/data/paging/counts/can-count-exactly';
import type { Filter } from '@/data/query/filters/filters.utils';
import { listReadableNames } from '@/data/rows/readable-columns';
import type { OrderTerm } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import type { Table } from '@/lib/api.gen';

/** Maximum number of records of a list. */
export const maxTileRows = 7;

/** Query for the first records of a list, and the number of all; undefined for a large table. */
export function tileRowsQuery(table: Table, filters: readonly Filter[], order: readonly OrderTerm[]) {
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'tile', filters, order] as const,
    queryFn: ({ signal }) =>
      listRows(table, {
        ...{ filters, order, limit: maxTileRows, signal },
        columns: listReadableNames(table),
        count: canCountExactly(table) ? 'exact' : undefined,
        omitsLargeValues: true,
      }),
  });
}
