import type { ForeignKey, Schema, Table } from '@/lib/api.gen';
import { isPeopleTable } from './people-table';

/** Whether a foreign key refers to the user accounts of Supabase Auth. */
export function isAccountKey({ columns, refSchema, refTable }: ForeignKey): boolean {
  return columns.length === 1 && refSchema === 'auth' && refTable === 'users';
}

const accountTables = new WeakMap<Schema, Table | undefined>();

/**
 * Returns the readable table that describes the user accounts, such as `profiles`, which is preferred to others. Columns that
 * refer to auth.users, which no role can read, show its titles.
 */
export function findAccountTable(schema: Schema): Table | undefined {
  if (!accountTables.has(schema)) accountTables.set(schema, searchAccountTable(schema.tables));
  return accountTables.get(schema);
}

function searchAccountTable(tables: readonly Table[]): Table | undefined {
  const found = tables.filter((table) => canReadKey(table) && describesAccounts(table));
  const linked = found.filter(hasAccountAsKey);
  const preferred = linked.length > 0 ? linked : found;
  return preferred.find(({ name }) => /profiles?$/i.test(name)) ?? preferred[0];
}

function canReadKey({ privileges, columns, primaryKey }: Table): boolean {
  return (
    privileges.select &&
    columns.some(({ name, privileges: column }) => name === primaryKey[0] && column.select)
  );
}

/**
 * Whether a table has a row for each account: it is named like a table of people, and its primary key refers to auth.users. A
 * table `users` or `profiles` with a UUID as key, an email address and no reference to auth.users has the ids of the accounts
 * too: triggers or the application copy them.
 */
export function describesAccounts(table: Table): boolean {
  if (!isPeopleTable(table) || table.primaryKey.length !== 1) return false;
  return hasAccountAsKey(table) || isCopyOfAccounts(table);
}

function hasAccountAsKey({ primaryKey, foreignKeys }: Table): boolean {
  return foreignKeys.some((key) => isAccountKey(key) && key.columns[0] === primaryKey[0]);
}

function isCopyOfAccounts({ kind, name, columns, primaryKey, foreignKeys }: Table): boolean {
  const key = columns.find((column) => column.name === primaryKey[0]);
  const isNamed = /^(users?|profiles?|user_?profiles?)$/i.test(name);
  const hasEmail = columns.some((column) => /^e_?mail(_?address)?$/i.test(column.name));
  return kind === 'table' && isNamed && hasEmail && key?.kind === 'uuid' && !foreignKeys.some(isAccountKey);
}
