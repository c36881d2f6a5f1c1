import type { OrderTerm } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';

/** Types without an order. PostgreSQL rejects sorting by them. */
const unsortableTypes = /^(json|xml|point|line|lseg|box|path|polygon|circle|aclitem|xid|cid)$/;

export function isSortable(column: Column): boolean {
  return !unsortableTypes.test(column.base);
}

/** Returns the order with a column's term at index `to`. Returns the same array if the index is not valid. */
export function moveTerm(order: readonly OrderTerm[], column: string, to: number): readonly OrderTerm[] {
  const from = order.findIndex((term) => term.column === column);
  const term = order[from];
  if (!term || to < 0 || to >= order.length || to === from) return order;
  return order.toSpliced(from, 1).toSpliced(to, 0, term);
}
