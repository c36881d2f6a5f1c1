import { expect, it } from 'vitest';
import { findUserTables } from '@/data/comments/mention-candidates';
import { describeHiddenReference } from '@/data/rows/record-form.utils';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { findKnownTitle, storeTitle } from '@/data/titles/known-titles';
import type { Table } from '@/lib/api.gen';
import { makeSchema } from '@/testing/api-fixtures';
import { isPeopleTable } from './people-table';
import { findRelation } from './references';

const id = makeColumn('id', 'uuid', { nullable: false });
const makePeople = (name: string, more: Partial<Table> = {}) =>
  makeTable(name, [id, makeColumn('full_name', 'text')], { foreignKeys: [makeAccountKey('id')], ...more });
const userId = makeColumn('user_id', 'uuid');
const todos = makeTable('todos', [makeColumn('id', 'integer'), userId], {
  foreignKeys: [makeAccountKey('user_id')],
});

it('a column that refers to the accounts refers to the table that describes them', () => {
  const profiles = makePeople('profiles');
  const schema = makeSchema([todos, makePeople('users'), profiles]);
  const relation = findRelation(schema, todos, 'user_id');
  expect(relation?.target).toBe(profiles);
  expect(relation?.key).toMatchObject({
    columns: ['user_id'],
    refSchema: 'public',
    refTable: 'profiles',
    refColumns: ['id'],
  });
  expect(describeHiddenReference(schema, todos, userId)).toBeUndefined();
});

it('a view describes the accounts only if no table does', () => {
  const view = makePeople('basic_profiles', { kind: 'view' });
  expect(findRelation(makeSchema([todos, view]), todos, 'user_id')?.target).toBe(view);
  const profiles = makePeople('profiles');
  expect(findRelation(makeSchema([todos, view, profiles]), todos, 'user_id')?.target).toBe(profiles);
});

it('a unique column of a table of people can be the key of the account', () => {
  const profileKey = makeColumn('user_id', 'uuid', { nullable: false });
  const invitedBy = makeColumn('invited_by', 'uuid');
  const profiles = makeTable('profiles', [id, profileKey, invitedBy, makeColumn('display_name', 'text')], {
    foreignKeys: [makeAccountKey('user_id'), makeAccountKey('invited_by')],
    uniqueKeys: [['user_id']],
  });
  const schema = makeSchema([todos, profiles]);
  const relation = findRelation(schema, todos, 'user_id');
  expect([relation?.target, relation?.key.refColumns]).toEqual([profiles, ['user_id']]);
  expect(findRelation(schema, profiles, 'user_id')).toBeUndefined();
  expect(findRelation(schema, profiles, 'invited_by')?.target).toBe(profiles);
  expect(findUserTables(schema).map(({ key }) => key)).toEqual(['user_id']);
  storeTitle(profiles, [{ column: 'user_id', value: 'u2' }], 'Bob');
  expect(findKnownTitle(todos, userId, { user_id: 'u2' })).toBe('Bob');
  const members = { ...profiles, uniqueKeys: [['user_id', 'id']] };
  expect(findRelation(makeSchema([todos, members]), todos, 'user_id')).toBeUndefined();
});

it('the key of a table that describes the accounts refers to no other table', () => {
  const [users, profiles] = [makePeople('users'), makePeople('profiles')];
  const schema = makeSchema([users, profiles]);
  expect(findRelation(schema, users, 'id')).toBeUndefined();
  expect(findRelation(schema, profiles, 'id')).toBeUndefined();
});

it('the key of another table refers to the users, whose titles are those of the accounts', () => {
  const profiles = makePeople('profiles');
  const settings = makeTable('user_settings', [userId], {
    primaryKey: ['user_id'],
    foreignKeys: [makeAccountKey('user_id')],
  });
  expect(findRelation(makeSchema([settings, profiles]), settings, 'user_id')?.target).toBe(profiles);
  storeTitle(profiles, [{ column: 'id', value: 'u1' }], 'Ann');
  expect(findKnownTitle(settings, userId, { user_id: 'u1' })).toBe('Ann');
});

it.each([
  ['no table', []],
  ['a table with another name', [makePeople('carts')]],
  ['a table with another key', [makePeople('profiles', { foreignKeys: [] })]],
  [
    'an unreadable table',
    [makePeople('profiles', { privileges: { select: false, insert: true, update: true, delete: true } })],
  ],
])('%s describes no accounts', (_, tables) => {
  const schema = makeSchema([todos, ...tables]);
  expect(findRelation(schema, todos, 'user_id')).toBeUndefined();
  expect(describeHiddenReference(schema, todos, userId)).toMatch(/^Refers to users/);
});

it('tables are people by their name in camel case too', () => {
  expect(['TeamMember', 'AppUser', 'Order'].map((name) => isPeopleTable(makeTable(name, [id])))).toEqual([
    ...[true, true, false],
  ]);
});

it('tables named accounts are people only with a column of a person', () => {
  const ledger = makeTable('accounts', [id, makeColumn('name', 'text'), makeColumn('currency', 'text')]);
  const bank = makeTable('bank_accounts', [id, makeColumn('iban', 'text')]);
  const users = makeTable('user_accounts', [id, makeColumn('email', 'text')]);
  expect([ledger, bank, users, makePeople('accounts')].map(isPeopleTable)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
