import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Filter } from '@/data/query/filters.utils';
import type { RowsView } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import type { TotalCount } from '../segments/segment';
import { rowCountQuery } from './row-count-query';

export interface UseTotalResult {
  /** Undefined until the backend has told. */
  total: TotalCount | undefined;
  countExactly: () => void;
  stopCounting: () => void;
  isCounting: boolean;
}

/**
 * How many rows a view has. The first page brings the estimate with it; once
 * that is there, it is asked for by itself where a table's start isn't in view.
 * Up to the backend's largest answer an estimate is a count.
 */
export function useTotal(table: Table, { filters }: RowsView, maxRows: number): UseTotalResult {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<readonly Filter[] | null>(null);
  const estimate = useQuery({
    ...rowCountQuery(table, filters, 'estimated'),
    // Asked for again with everything else, and not before the first page has come.
    enabled: ({ state }) => state.data !== undefined,
  });
  const counted = useQuery({ ...rowCountQuery(table, filters), enabled: wanted === filters });
  const exact = wanted === filters ? counted.data : undefined;
  const { data, dataUpdatedAt } = estimate;
  const total = useMemo<TotalCount | undefined>(() => {
    if (exact !== undefined) return { rows: exact, exact: true, at: counted.dataUpdatedAt };
    return data === undefined ? undefined : { rows: data, exact: data <= maxRows, at: dataUpdatedAt };
  }, [exact, counted.dataUpdatedAt, data, dataUpdatedAt, maxRows]);

  const countExactly = useCallback(() => setWanted(filters), [filters]);
  const stopCounting = useCallback(() => {
    void client.cancelQueries({ queryKey: rowCountQuery(table, filters).queryKey, exact: true });
    setWanted(null);
  }, [client, table, filters]);
  return { total, countExactly, stopCounting, isCounting: wanted === filters && counted.isFetching };
}
