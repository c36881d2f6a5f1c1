import type { ForeignKey, Schema, Table } from '@/lib/api.gen';
import { isPeopleTable } from './people-table';

/** Whether a foreign key refers to the user accounts of Supabase Auth. */
export function isAccountKey({ columns, refSchema, refTable }: ForeignKey): boolean {
  return columns.length === 1 && refSchema === 'auth' && refTable === 'users';
}

const accountTables = new WeakMap<Schema, Table | undefined>();

/**
 * Returns the readable table with a row for each user account, such as `profiles`: people whose key refers to the account. It
 * names the users in columns that refer to the accounts, which no role can read.
 */
export function findAccountTable(schema: Schema): Table | undefined {
  if (!accountTables.has(schema)) accountTables.set(schema, searchAccountTable(schema.tables));
  return accountTables.get(schema);
}

function searchAccountTable(tables: readonly Table[]): Table | undefined {
  const found = tables.filter((table) => isPeopleTable(table) && isReadable(table) && hasAccountKey(table));
  return found.find(({ name }) => /profiles?$/i.test(name)) ?? found[0];
}

function isReadable({ privileges, columns, primaryKey }: Table): boolean {
  return (
    privileges.select &&
    columns.some(({ name, privileges: column }) => name === primaryKey[0] && column.select)
  );
}

/** Whether the primary key of a table is a column that refers to the accounts. */
function hasAccountKey({ primaryKey, foreignKeys }: Table): boolean {
  return (
    primaryKey.length === 1 &&
    foreignKeys.some((key) => isAccountKey(key) && key.columns[0] === primaryKey[0])
  );
}
