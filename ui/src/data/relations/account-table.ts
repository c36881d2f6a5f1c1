import type { ForeignKey, Schema, Table } from '@/lib/api.gen';
import { isView } from '@/lib/is-view';
import { isPeopleTable } from './people-table';

/** Whether a foreign key refers to the user accounts of Supabase Auth. */
export function isAccountKey({ columns, refSchema, refTable }: ForeignKey): boolean {
  return columns.length === 1 && refSchema === 'auth' && refTable === 'users';
}

/** Whether a column refers to the user accounts by a foreign key of this column only. */
export function refersToAccounts(table: Table, column: string): boolean {
  return table.foreignKeys.some((key) => isAccountKey(key) && key.columns[0] === column);
}

const accountTables = new WeakMap<Schema, Table | undefined>();

/**
 * Returns the readable table that describes the user accounts, such as `profiles`, which is preferred to others, as tables are
 * to views. Columns that refer to auth.users, which no role can read, show its titles.
 */
export function findAccountTable(schema: Schema): Table | undefined {
  if (!accountTables.has(schema)) accountTables.set(schema, searchAccountTable(schema.tables));
  return accountTables.get(schema);
}

function searchAccountTable(tables: readonly Table[]): Table | undefined {
  const found = tables
    .filter((table) => canReadKey(table))
    .toSorted((a, b) => Number(isView(a)) - Number(isView(b)));
  return found.find(({ name }) => /profiles?$/i.test(name)) ?? found[0];
}

function canReadKey(table: Table): boolean {
  const key = findAccountColumn(table);
  return (
    table.privileges.select && table.columns.some(({ name, privileges }) => name === key && privileges.select)
  );
}

/**
 * Returns the column of a table of people that refers to auth.users and identifies a row: the primary key, or another unique
 * column, such as `profiles.user_id`. Undefined if the table does not have a row for each account.
 */
export function findAccountColumn(table: Table): string | undefined {
  if (!isPeopleTable(table)) return undefined;
  const { primaryKey, uniqueKeys, foreignKeys } = table;
  const accountColumns = new Set(foreignKeys.filter(isAccountKey).map(({ columns }) => columns[0]));
  const key = [primaryKey, ...uniqueKeys].find((names) => names.length === 1 && accountColumns.has(names[0]));
  return key?.[0];
}

/** Whether a column of a table refers to the accounts, and identifies the table's rows. */
export function isAccountColumn(table: Table, column: string): boolean {
  return findAccountColumn(table) === column;
}
