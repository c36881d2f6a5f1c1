import { refersToAccounts } from '@/data/relations/account-table';
import type { Relation } from '@/data/relations/references';
import { toSnakeCase } from '@/data/titles/name-words';
import type { Column, Table } from '@/lib/api.gen';

/** The values of a filter that resolveFilters replaces with the current user's id or email address. Supabase's policies use the same functions. */
export const userVariables = { id: 'auth.uid()', email: 'auth.email()' } as const;

export type UserVariable = (typeof userVariables)[keyof typeof userVariables];

const emailName = /(^|[^a-z])e[-_ ]?mail([^a-z]|$)/i;
const personName = /^((user|owner|author|member|profile|person|assignee)_?id|owner|(created|updated)_by)$/i;
const peopleName = /^(profiles?|users?|people|persons?|members?|accounts?|staff|employees?)$/i;

/** Whether a text column contains email addresses, by its name or the name of its type. */
export function isEmailColumn(column: Column): boolean {
  return (
    emailName.test(toSnakeCase(column.name).replaceAll('_', ' ')) ||
    emailName.test(column.type.replaceAll('_', ' '))
  );
}

/** Returns the variable for the current user in a column; undefined if the column does not contain users. */
export function findUserVariable(
  table: Table,
  column: Column,
  relation: Relation | undefined,
): UserVariable | undefined {
  if (column.array) return undefined;
  if (column.kind === 'text') return isEmailColumn(column) ? userVariables.email : undefined;
  return column.kind === 'uuid' && isPersonColumn(table, column, relation) ? userVariables.id : undefined;
}

function isPersonColumn(table: Table, column: Column, relation: Relation | undefined): boolean {
  if (column.default?.includes(userVariables.id) || refersToAccounts(table, column.name)) return true;
  if (!relation) return personName.test(toSnakeCase(column.name));
  const [key = ''] = relation.key.refColumns;
  const { target } = relation;
  const isKey = target.primaryKey.length === 1 && target.primaryKey[0] === key;
  return refersToAccounts(target, key) || (isKey && peopleName.test(target.name));
}
