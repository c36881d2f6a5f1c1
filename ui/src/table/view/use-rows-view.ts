import { useMemo } from 'react';
import { readableColumns } from '@/data/layouts/columns.utils';
import { identityOf } from '@/data/paging/cursor/keyset.utils';
import { isGroupable, orderByGroup } from '@/data/paging/groups/groups.utils';
import { defaultOrder } from '@/data/query/default-order';
import { resolveFilters } from '@/data/query/resolve-filters';
import type { TablePageState } from '@/data/query/table-page-state';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { titleColumn } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { useFilterContext } from '@/table/filters/use-filter-context';
import { useSearchFilter } from '@/table/filters/use-search-filter';

/** What a view needs beyond the columns that it shows. */
export interface ViewNeeds {
  columns?: readonly string[];
  /** The order where the page's address names none; the table's own if not given. */
  order?: readonly OrderTerm[] | undefined;
}

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
  const grouped = findGroupColumn(table, state)?.name;
  const standpoint = useFilterContext();
  const filters = useMemo(
    () => resolveFilters(state.filters, table, standpoint),
    [state.filters, table, standpoint],
  );
  const found = useSearchFilter(table, relations, search);
  return useMemo(() => {
    const names = new Set(readableColumns(table).map(({ name }) => name));
    const known = order.filter((term) => names.has(term.column));
    const sorted = known.length > 0 ? known : (needs.order ?? defaultOrder(table));
    const terms = grouped === undefined ? sorted : orderByGroup(grouped, sorted);
    const title = titleColumn(table);
    const needed = new Set([
      ...columns.map(({ name }) => name),
      ...terms.map((term) => term.column),
      ...(identityOf(table) ?? []),
      ...(title ? [title.name] : []),
      ...(needs.columns ?? []),
    ]);
    // The other columns of composite references: a chip needs them all.
    for (const key of table.foreignKeys) {
      if (key.columns.some((name) => needed.has(name))) for (const name of key.columns) needed.add(name);
    }
    return {
      filters: found ? [...filters, found] : filters,
      order: terms,
      columns: [...needed].filter((name) => names.has(name)).toSorted(),
    };
  }, [table, filters, found, order, grouped, columns, needs]);
}

/** The column that a grid's rows are grouped by; none where the address names one that can't be, or in another view. */
export function findGroupColumn(table: Table, { group, view }: TablePageState): Column | undefined {
  if (!group || view.kind !== 'grid') return undefined;
  const column = readableColumns(table).find(({ name }) => name === group.column);
  return column && isGroupable(column) ? column : undefined;
}
