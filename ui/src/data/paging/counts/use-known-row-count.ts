import { useQuery } from '@tanstack/react-query';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import type { RowCount } from '../segments/page-plan';
import { needsExactCount } from './can-count-exactly';
import { rowCountQuery } from './row-count-query';

const noFilters: readonly Filter[] = [];

/**
 * Returns the number of rows of a table as far as it is known without a request for it: the exact count or the estimate
 * that a view without filters read, otherwise the estimate in the schema. After a view has read the count, it is refetched whenever the
 * table's rows change, so that it stays equal to the count in the view. Undefined if neither exists.
 */
export function useKnownRowCount(table: Table): RowCount | undefined {
  const { limits } = useWorkspace();
  const { data } = useQuery({
    ...rowCountQuery(table, noFilters, 'estimated'),
    enabled: ({ state }) => state.data !== undefined,
  });
  // An exact count of a large table, which the user asked for, is not read again after each change.
  const isCounted = data !== undefined && needsExactCount(data, limits.maxRows);
  const { data: exact } = useQuery({
    ...rowCountQuery(table, noFilters),
    enabled: ({ state }) => isCounted && state.data !== undefined,
  });
  if (isCounted && exact !== undefined) return { count: exact, exact: true };
  // PostgREST counts exactly up to the maximum number of rows of a response.
  if (data !== undefined) return { count: data, exact: data <= limits.maxRows };
  return table.estimatedRows === null ? undefined : { count: table.estimatedRows, exact: false };
}
