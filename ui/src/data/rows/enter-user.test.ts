import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { ForeignKey } from '@/lib/api.gen';
import { makeSchema } from '@/testing/api-fixtures';
import { enterUser } from './enter-user';

const required = { nullable: false };
const id = makeColumn('id', 'uuid', required);

function reference(column: string, refTable: string, refSchema = 'public'): ForeignKey {
  return {
    ...{ name: `${column}_fkey`, columns: [column], refSchema, refTable, refColumns: ['id'] },
    onDelete: 'no action',
  };
}

const users = makeTable('users', [id], { foreignKeys: [reference('id', 'users', 'auth')] });
const breads = makeTable('breads', [id, makeColumn('name', 'text')]);

it('enters the current user in columns of the user who writes the row', () => {
  const columns = [
    makeColumn('recorded_by', 'uuid', required),
    makeColumn('authorId', 'uuid', required),
    makeColumn('invited_by_user_id', 'uuid', required),
    makeColumn('approved_by', 'uuid'),
    makeColumn('added_by', 'uuid'),
    makeColumn('user_id', 'uuid', required),
    makeColumn('filled_by', 'uuid', required),
    makeColumn('created_by', 'uuid', { ...required, default: 'auth.uid()' }),
  ];
  const sales = makeTable('sales', [id, ...columns], {
    foreignKeys: [
      reference('recorded_by', 'users'),
      reference('authorId', 'users', 'auth'),
      reference('invited_by_user_id', 'users', 'auth'),
      reference('approved_by', 'users'),
      reference('added_by', 'users'),
      reference('user_id', 'users'),
      reference('filled_by', 'breads'),
      reference('created_by', 'users'),
    ],
  });
  expect(enterUser(makeSchema([users, breads, sales]), sales, sales.columns, 'u1')).toEqual({
    recorded_by: 'u1',
    authorId: 'u1',
    invited_by_user_id: 'u1',
    added_by: 'u1',
  });
});

it('enters the current user in columns that a policy compares with the user', () => {
  const todos = makeTable('todos', [
    id,
    makeColumn('user_id', 'uuid', { owner: true }),
    makeColumn('member', 'uuid'),
  ]);
  expect(enterUser(makeSchema([todos]), todos, todos.columns, 'u1')).toEqual({ user_id: 'u1' });
});

it('enters no account in a reference to the key of a table with another column for the account', () => {
  const profiles = makeTable('profiles', [id, makeColumn('user_id', 'uuid', required)], {
    foreignKeys: [reference('user_id', 'users', 'auth')],
    uniqueKeys: [['user_id']],
  });
  const columns = [makeColumn('author_id', 'uuid', required), makeColumn('created_by', 'uuid', required)];
  const posts = makeTable('posts', [id, ...columns], {
    foreignKeys: [reference('author_id', 'profiles'), reference('created_by', 'users', 'auth')],
  });
  expect(enterUser(makeSchema([profiles, posts]), posts, posts.columns, 'u1')).toEqual({ created_by: 'u1' });
});
