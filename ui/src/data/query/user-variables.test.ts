import { expect, it } from 'vitest';
import type { Relation } from '@/data/relations/references';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Column, ForeignKey } from '@/lib/api.gen';
import { findUserVariable } from './user-variables';

const key = (column: string, refSchema: string, refTable: string): ForeignKey => ({
  ...{ name: 'key', columns: [column], refSchema, refTable, refColumns: ['id'], onDelete: 'no action' },
});
const id = makeColumn('id', 'uuid');
const people = makeTable('people', [id]);
const boats = makeTable('boats', [id]);
const crew = makeTable('crew', [id], { foreignKeys: [key('id', 'auth', 'users')] });

it.each<
  [title: string, column: Column, want: string | undefined, target?: typeof people, keys?: ForeignKey[]]
>([
  ['refers to the accounts', makeColumn('x', 'uuid'), 'auth.uid()', undefined, [key('x', 'auth', 'users')]],
  ['refers to a table whose key is the account', makeColumn('x', 'uuid'), 'auth.uid()', crew],
  ['refers to people by name', makeColumn('x', 'uuid'), 'auth.uid()', people],
  ['refers to boats', makeColumn('owner', 'uuid'), undefined, boats],
  ['defaults to whoever writes', makeColumn('x', 'uuid', { default: '( SELECT auth.uid() )' }), 'auth.uid()'],
  ['is called user_id', makeColumn('user_id', 'uuid'), 'auth.uid()'],
  ['is called createdBy', makeColumn('createdBy', 'uuid'), 'auth.uid()'],
  ['is any other uuid', makeColumn('token', 'uuid'), undefined],
  ['is a list', makeColumn('user_id', 'uuid', { array: true }), undefined],
  ['is called an email address', makeColumn('contact_email', 'text'), 'auth.email()'],
  ['is called an email address in camel case', makeColumn('contactEmail', 'text'), 'auth.email()'],
  ['is of such a type', makeColumn('x', 'text', { type: 'public.work_email' }), 'auth.email()'],
  ['is any other text', makeColumn('remails', 'text'), undefined],
  ['is a number', makeColumn('user_id', 'integer'), undefined],
])('a column that %s', (_, column, want, target, foreignKeys = []) => {
  const table = makeTable('t', [column], { foreignKeys });
  const relation: Relation | undefined = target && { key: key(column.name, 'public', target.name), target };
  expect(findUserVariable(table, column, relation)).toBe(want);
});
