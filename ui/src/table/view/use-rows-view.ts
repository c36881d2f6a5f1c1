import { useMemo } from 'react';
import { buildRowsView, findGroupColumn, type ViewNeeds } from '@/data/paging/rows-view';
import { resolveFilters } from '@/data/query/resolve-filters';
import type { TablePageState } from '@/data/query/table-page-state';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/row-keys';
import type { Column, Table } from '@/lib/api.gen';
import { useFilterContext } from '@/table/filters/use-filter-context';
import { useSearchFilter } from '@/table/filters/use-search-filter';

const noNeeds: ViewNeeds = {};

/**
 * The rows to ask for: the page's filters and search, its order or the table's own, and the columns that are
 * needed. Words like `today` are resolved here, so that all that asks for rows agrees on what they mean.
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
  const standpoint = useFilterContext();
  const filters = useMemo(
    () => resolveFilters(state.filters, table, standpoint),
    [state.filters, table, standpoint],
  );
  const found = useSearchFilter(table, relations, search);
  return useMemo(() => {
    const all = found ? [...filters, found] : filters;
    return buildRowsView(table, { filters: all, order, columns, groupedBy, needs });
  }, [table, filters, found, order, groupedBy, columns, needs]);
}
