import { useCallback, useMemo } from 'react';
import type { SortColumn } from 'react-data-grid';
import type { OrderTerm } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';

/** Returns the rows' order in the grid's format, with the handlers that change it. */
export function useGridSorting(order: readonly OrderTerm[], onOrderChange: (order: OrderTerm[]) => void) {
  // The same array in each render: with another one, the grid renders its headers again.
  const sortColumns = useMemo(
    () =>
      order.map(
        ({ column, descending }): SortColumn => ({
          columnKey: column,
          direction: descending ? 'DESC' : 'ASC',
        }),
      ),
    [order],
  );
  const onSortColumnsChange = (sorted: readonly SortColumn[]) =>
    onOrderChange(
      sorted.map(({ columnKey, direction }) => ({ column: columnKey, descending: direction === 'DESC' })),
    );
  /** Adds a column to the order, reverses it or removes it, and leaves the other columns. */
  const toggleColumn = useCallback(
    (column: Column) => onOrderChange(toggleSort(order, column.name)),
    [order, onOrderChange],
  );
  return { toggleColumn, handlers: { sortColumns, onSortColumnsChange } };
}

/** Changes a column's direction: none, ascending, descending, none. */
function toggleSort(order: readonly OrderTerm[], column: string): OrderTerm[] {
  const present = order.find((term) => term.column === column);
  if (!present) return [...order, { column, descending: false }];
  if (present.descending) return order.filter((term) => term !== present);
  return order.map((term) => (term === present ? { column, descending: true } : term));
}
