import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { isAccountColumn } from '@/data/relations/account-table';
import type { Row } from '@/data/rows/row';
import type { Column, Table } from '@/lib/api.gen';

/** Maximum number of titles. The oldest are removed first. */
const maxTitles = 20_000;

const titles = new Map<string, string>();

const toId = (schema: string, table: string, column: string, value: string) =>
  JSON.stringify([schema, table, column, value]);

/**
 * Stores the title of a loaded row, by which titles of other rows that contain a reference to it are formatted. The row of a
 * user is also the title of the account.
 */
export function storeTitle(table: Table, key: readonly KeyValue[], title: string): void {
  const [part] = key;
  if (!part || key.length !== 1) return;
  storeTitleOf(toId(table.schema, table.name, part.column, part.value), title);
  if (isAccountColumn(table, part.column)) storeTitleOf(toId('auth', 'users', 'id', part.value), title);
}

function storeTitleOf(id: string, title: string): void {
  titles.delete(id);
  titles.set(id, title);
  const [oldest] = titles.keys();
  if (titles.size > maxTitles && oldest !== undefined) titles.delete(oldest);
}

/** Returns the title of the row that a column references; undefined if it is no reference, or the row was not loaded. */
export function findKnownTitle(table: Table, column: Column, row: Row): string | undefined {
  const value = row[column.name];
  const key = table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column.name);
  const [refColumn] = key?.refColumns ?? [];
  if (!key || refColumn === undefined || value === null || value === undefined) return undefined;
  return titles.get(toId(key.refSchema, key.refTable, refColumn, String(value)));
}
