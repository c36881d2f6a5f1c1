import { listReadableColumns } from '@/data/rows/readable-columns';
import type { OrderTerm } from '@/data/rows/row';
import type { Column, Table } from '@/lib/api.gen';

/**
 * Keyset pagination: a page is requested as "the first n rows after this row", which
 * costs the same anywhere in the table. For an offset the database reads all rows
 * before it.
 */

/** Kinds that a filter compares as ORDER BY does. */
const comparableKind =
  /^(boolean|integer|numeric|float|text|uuid|date|time|timetz|timestamp|timestamptz|interval|enum|network)$/;

/**
 * Returns the names of the columns that identify a row: the primary key, or the
 * first unique key without a nullable column. Undefined if the role can read no
 * such key: then the app cannot address single rows.
 */
export function findIdentity(table: Table): readonly string[] | undefined {
  const readable = new Map(listReadableColumns(table).map((column) => [column.name, column]));
  const isReadable = (key: readonly string[]) => key.length > 0 && key.every((name) => readable.has(name));
  if (isReadable(table.primaryKey)) return table.primaryKey;
  return table.uniqueKeys.find(
    (key) => isReadable(key) && key.every((name) => !readable.get(name)?.nullable),
  );
}

/**
 * Returns the order with the table's key added, so that it is total. Undefined if
 * the table has no key, or if a filter cannot compare one of the columns: such
 * views are paged by offset.
 */
export function buildKeysetOrder(
  table: Table,
  order: readonly OrderTerm[],
): readonly OrderTerm[] | undefined {
  const identity = findIdentity(table);
  if (!identity) return undefined;
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const total = withTiebreaker(order, identity);
  return total.every((term) => isComparable(columns.get(term.column))) ? total : undefined;
}

function isComparable(column: Column | undefined): boolean {
  return column?.privileges.select === true && !column.array && comparableKind.test(column.kind);
}

/** Adds the key's columns to the order, in the direction of the last term, so that one index can serve both. */
function withTiebreaker(order: readonly OrderTerm[], identity: readonly string[]): readonly OrderTerm[] {
  const named = new Set(order.map((term) => term.column));
  const descending = order.at(-1)?.descending ?? false;
  const rest = identity.filter((column) => !named.has(column)).map((column) => ({ column, descending }));
  return [...order, ...rest];
}

/** Returns the order for paging by offset: with the table's key added, if it has one. */
export function buildOffsetOrder(table: Table, order: readonly OrderTerm[]): readonly OrderTerm[] {
  return withTiebreaker(order, findIdentity(table) ?? []);
}

/** Whether NULLs come first in a term's order. */
export function hasNullsFirst(term: OrderTerm): boolean {
  return term.nullsFirst ?? term.descending;
}

/** Returns the reverse order, with explicit positions of NULLs. */
export function reverseOrder(order: readonly OrderTerm[]): OrderTerm[] {
  return order.map((term) => ({
    column: term.column,
    descending: !term.descending,
    nullsFirst: !hasNullsFirst(term),
  }));
}
