import { toSnakeCase } from '@/data/titles/name-words';
import type { Table } from '@/lib/api.gen';

/** Columns of a person. */
const personalColumn =
  /^(e_?mail(_address)?|(first|last|full|given|family|user|display)_?name|avatar(_url)?)$/i;

/**
 * Whether the rows of a table are people, by its name. The app shows them as avatars. Accounts are people only if their key
 * refers to auth.users, or if they have a column such as an email address: others are bank accounts or those of a ledger.
 */
export function isPeopleTable({ name: tableName, columns, primaryKey, foreignKeys }: Table): boolean {
  const name = toSnakeCase(tableName);
  if (/(^|_)(people|persons?|profiles?|users?|members?|employees?|staff|authors?)$/i.test(name)) return true;
  const describesUser = foreignKeys.some(
    ({ refSchema, columns: [column = ''] }) => refSchema === 'auth' && primaryKey.includes(column),
  );
  return (
    /(^|_)accounts$/i.test(name) &&
    (describesUser || columns.some((column) => personalColumn.test(toSnakeCase(column.name))))
  );
}
