import type { OrderTerm } from '@/data/rows/row';
import type { Column, Kind, Table } from '@/lib/api.gen';

/**
 * Paging by key. A page is asked for as 'the first n rows after this row', which
 * an index answers at the same cost wherever in the table the row stands; an
 * offset makes the database walk over everything before it.
 */

/** Kinds whose values compare the same as text in a filter as they do in the order. */
const comparableKinds: ReadonlySet<Kind> = new Set([
  ...(['boolean', 'integer', 'numeric', 'float', 'text', 'uuid', 'date', 'time', 'timetz'] as const),
  ...(['timestamp', 'timestamptz', 'interval', 'enum', 'network'] as const),
]);

/**
 * The columns that tell one row from every other: the primary key, else the
 * first unique key without a nullable column. Undefined where there is none that
 * this role can read: then single rows can't be addressed.
 */
export function identityOf(table: Table): readonly string[] | undefined {
  const readable = new Map(table.columns.filter((c) => c.privileges.select).map((c) => [c.name, c]));
  const usable = (key: readonly string[]) => key.length > 0 && key.every((name) => readable.has(name));
  if (usable(table.primaryKey)) return table.primaryKey;
  return table.uniqueKeys.find((key) => usable(key) && key.every((name) => !readable.get(name)?.nullable));
}

/**
 * The order that is asked for, made total by the table's key. Undefined where
 * that can't be: no key, or an order over a column that can't be compared in a
 * filter. Such tables are paged by offset.
 */
export function keysetOrder(table: Table, order: readonly OrderTerm[]): readonly OrderTerm[] | undefined {
  const identity = identityOf(table);
  if (!identity) return undefined;
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const total = withTiebreaker(order, identity);
  return total.every((term) => isComparable(columns.get(term.column))) ? total : undefined;
}

function isComparable(column: Column | undefined): boolean {
  return column?.privileges.select === true && !column.array && comparableKinds.has(column.kind);
}

/** The order with the key's columns added, running the way of the last term so that one index can serve both. */
function withTiebreaker(order: readonly OrderTerm[], identity: readonly string[]): readonly OrderTerm[] {
  const named = new Set(order.map((term) => term.column));
  const descending = order.at(-1)?.descending ?? false;
  const rest = identity.filter((column) => !named.has(column)).map((column) => ({ column, descending }));
  return [...order, ...rest];
}

/** The order to ask for where pages go by offset: total if there is a key, as asked for if not. */
export function offsetOrder(table: Table, order: readonly OrderTerm[]): readonly OrderTerm[] {
  return withTiebreaker(order, identityOf(table) ?? []);
}

/** Whether rows without a value come first in a term's order. */
export function hasNullsFirst(term: OrderTerm): boolean {
  return term.nullsFirst ?? term.descending;
}

/** The same order from its other end. */
export function reverseOrder(order: readonly OrderTerm[]): OrderTerm[] {
  return order.map((term) => ({
    column: term.column,
    descending: !term.descending,
    nullsFirst: !hasNullsFirst(term),
  }));
}
