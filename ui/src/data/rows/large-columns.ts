import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { Table } from '@/lib/api.gen';
import type { OrderTerm, Row } from './row';

/**
 * Columns with large values are not part of a view's rows: each visible cell loads the first part of its value
 * (excerptQuery). The schema names the columns that are large by the database's statistics. The others are found when
 * the server omits a value from a row.
 */

/** Maximum size of a value in the rows of a view, in bytes. The server omits larger ones. */
export const valueLimit = 16_384;

/** The names of columns of which a value was omitted, by table. */
const foundColumns = new Map<string, Set<string>>();

function tableKey(table: Table): string {
  return JSON.stringify([table.schema, table.name]);
}

/** Whether a row can lack the value of a column because it is large. */
export function isLargeColumn(table: Table, name: string): boolean {
  if (foundColumns.get(tableKey(table))?.has(name)) return true;
  return table.columns.some((column) => column.name === name && column.large);
}

/** Returns the columns to request with the rows of a view: without large columns, except those of the key and the order. */
export function omitLargeColumns(
  table: Table,
  columns: readonly string[],
  order: readonly OrderTerm[] = [],
): readonly string[] {
  const required = new Set([...(findIdentity(table) ?? []), ...order.map(({ column }) => column)]);
  const small = columns.filter((name) => required.has(name) || !isLargeColumn(table, name));
  // Without a column, the server would return all columns.
  return small.length > 0 ? small : columns;
}

/** Stores which of the requested columns are large: the rows of a response lack their values. */
export function findOmittedColumns(table: Table, columns: readonly string[], rows: readonly Row[]): void {
  const omitted = columns.filter((name) => rows.some((row) => !Object.hasOwn(row, name)));
  if (omitted.length === 0) return;
  const key = tableKey(table);
  foundColumns.set(key, new Set([...(foundColumns.get(key) ?? []), ...omitted]));
}

/** Whether a row lacks the value of a column because it is large. */
export function lacksLargeValue(table: Table, row: Row, name: string): boolean {
  return row[name] === undefined && isLargeColumn(table, name);
}
