import type { ForeignKey, Schema, Table } from '@/lib/api.gen';
import { isView } from '@/lib/is-view';
import { isPeopleTable } from './people-table';

/** Whether a foreign key refers to the user accounts of Supabase Auth. */
export function isAccountKey({ columns, refSchema, refTable }: ForeignKey): boolean {
  return columns.length === 1 && refSchema === 'auth' && refTable === 'users';
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
    .filter((table) => canReadKey(table) && describesAccounts(table))
    .toSorted((a, b) => Number(isView(a)) - Number(isView(b)));
  return found.find(({ name }) => /profiles?$/i.test(name)) ?? found[0];
}

function canReadKey({ privileges, columns, primaryKey }: Table): boolean {
  return (
    privileges.select &&
    columns.some(({ name, privileges: column }) => name === primaryKey[0] && column.select)
  );
}

/** Whether a table has a row for each account: it is named like a table of people, and its primary key refers to auth.users. */
export function describesAccounts(table: Table): boolean {
  const { primaryKey, foreignKeys } = table;
  const isKey = foreignKeys.some((key) => isAccountKey(key) && key.columns[0] === primaryKey[0]);
  return isPeopleTable(table) && primaryKey.length === 1 && isKey;
}
