import { useMemo } from 'react';
import { buildRowsView, findGroupColumn, type ViewNeeds } from '@/data/paging/rows-view';
import { resolveFilters } from '@/data/query/filters/resolve-filters';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/row-keys';
import type { Column, Table } from '@/lib/api.gen';
import { useFilterContext } from '@/table/filters/use-filter-context';
import { useSearchFilter } from '@/table/filters/use-search-filter';

const noNeeds: ViewNeeds = {};

/**
 * Returns which rows and columns a page reads: its filters and search, its order or the default order, and the needed
 * columns. Resolves relative filters (today, me), so that all requests of the page use the same values.
 */
export function useRowsView(
  table: Table,
  state: TablePageState,
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
  needs: ViewNeeds = noNeeds,
): RowsView {
  const { search, order } = state;
  const groupedBy = findGroupColumn(table, state)?.name;
  const context = useFilterContext();
  const filters = useMemo(
    () => resolveFilters(state.filters, table, context),
    [state.filters, table, context],
  );
  const searchFilter = useSearchFilter(table, relations, search);
  return useMemo(() => {
    const allFilters = searchFilter ? [...filters, searchFilter] : filters;
    return buildRowsView(table, { filters: allFilters, order, columns, groupedBy, needs });
  }, [table, filters, searchFilter, order, groupedBy, columns, needs]);
}
