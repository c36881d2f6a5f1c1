import type { Relation } from '@/data/relations/references';
import type { Column, ForeignKey, Table } from '@/lib/api.gen';

/** What the address says for the person who looks, in the words that policies use. */
export const userVariables = { id: 'auth.uid()', email: 'auth.email()' } as const;

export type UserVariable = (typeof userVariables)[keyof typeof userVariables];

const emailName = /(^|[^a-z])e[-_ ]?mail([^a-z]|$)/i;
const personName = /^((user|owner|author|member|profile|person|assignee)_?id|owner|(created|updated)_by)$/i;
const peopleName = /^(profiles?|users?|people|persons?|members?|accounts?|staff|employees?)$/i;

/** Whether a text column holds e-mail addresses, as far as its name or its type tells. */
export function isEmailColumn(column: Column): boolean {
  return emailName.test(column.name.replaceAll('_', ' ')) || emailName.test(column.type.replaceAll('_', ' '));
}

/** What stands for the person who looks in a column; undefined where it holds no people. */
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
  if (column.default?.includes(userVariables.id) || isAccountReference(table, column.name)) return true;
  if (!relation) return personName.test(column.name);
  const [key = ''] = relation.key.refColumns;
  const { target } = relation;
  const isKey = target.primaryKey.length === 1 && target.primaryKey[0] === key;
  return isAccountReference(target, key) || (isKey && peopleName.test(target.name));
}

/** Whether a column refers to the accounts that people sign in with. */
function isAccountReference(table: Table, column: string): boolean {
  const leads = ({ columns, refSchema, refTable }: ForeignKey) =>
    columns.length === 1 && columns[0] === column && refSchema === 'auth' && refTable === 'users';
  return table.foreignKeys.some(leads);
}
