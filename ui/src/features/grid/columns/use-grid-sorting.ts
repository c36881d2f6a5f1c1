import { useCallback } from 'react';
import type { SortColumn } from 'react-data-grid';
import type { OrderTerm } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';

/** The order as the grid's headers show and change it. */
export function useGridSorting(order: readonly OrderTerm[], onOrderChange: (order: OrderTerm[]) => void) {
  const sortColumns = order.map(
    ({ column, descending }): SortColumn => ({ columnKey: column, direction: descending ? 'DESC' : 'ASC' }),
  );
  const onSortColumnsChange = (sorted: readonly SortColumn[]) =>
    onOrderChange(
      sorted.map(({ columnKey, direction }) => ({ column: columnKey, descending: direction === 'DESC' })),
    );
  /** Takes a column's part in the order one step on, and leaves the others. */
  const sortToo = useCallback(
    (column: Column) => onOrderChange(toggleSort(order, column.name)),
    [order, onOrderChange],
  );
  return { sortToo, handlers: { sortColumns, onSortColumnsChange } };
}

/** Ascending, descending, not at all. */
function toggleSort(order: readonly OrderTerm[], column: string): OrderTerm[] {
  const present = order.find((term) => term.column === column);
  if (!present) return [...order, { column, descending: false }];
  if (present.descending) return order.filter((term) => term !== present);
  return order.map((term) => (term === present ? { column, descending: true } : term));
}
