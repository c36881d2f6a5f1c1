import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { RowsView } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import type { TotalCount } from '../segments/segment';
import { needsExactCount } from './can-count-exactly';
import { rowCountQuery } from './row-count-query';

export interface UseTotalResult {
  /** Undefined until the first page is loaded. */
  total: TotalCount | undefined;
  countExactly: () => void;
  stopCounting: () => void;
  isCounting: boolean;
}

/**
 * Returns the number of rows of a view. The request for the first page includes an
 * estimate; later the estimate is refetched on its own. An estimate of at most
 * `maxRows`, the backend's largest response, is exact (PostgREST then counts). The rows of a small table are counted
 * exactly after the estimate; if that fails, the estimate remains.
 */
export function useTotal(table: Table, { filters }: RowsView, maxRows: number): UseTotalResult {
  const client = useQueryClient();
  const [countedFilters, setCountedFilters] = useState<readonly Filter[] | null>(null);
  const estimate = useQuery({
    ...rowCountQuery(table, filters, 'estimated'),
    // Refetched with the other queries of the table, but not before the first page has stored it.
    enabled: ({ state }) => state.data !== undefined,
  });
  const isRequested = countedFilters === filters;
  const { data, dataUpdatedAt } = estimate;
  const isExact = isRequested || (data !== undefined && needsExactCount(data, maxRows));
  const counted = useQuery({ ...rowCountQuery(table, filters), enabled: isExact });
  const exact = isExact ? counted.data : undefined;
  const total = useMemo<TotalCount | undefined>(() => {
    if (exact !== undefined) return { rows: exact, exact: true, at: counted.dataUpdatedAt };
    return data === undefined ? undefined : { rows: data, exact: data <= maxRows, at: dataUpdatedAt };
  }, [exact, counted.dataUpdatedAt, data, dataUpdatedAt, maxRows]);

  const countExactly = useCallback(() => setCountedFilters(filters), [filters]);
  const stopCounting = useCallback(() => {
    void client.cancelQueries({ queryKey: rowCountQuery(table, filters).queryKey, exact: true });
    setCountedFilters(null);
  }, [client, table, filters]);
  return { total, countExactly, stopCounting, isCounting: isRequested && counted.isFetching };
}
