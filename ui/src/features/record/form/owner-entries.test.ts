import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { createOwnerEntries } from './owner-entries';

it('enters the user in columns that must contain the user', () => {
  const columns = [
    makeColumn('message', 'text'),
    makeColumn('user_id', 'uuid', { owner: true }),
    makeColumn('reviewer_id', 'uuid'),
  ];
  expect(createOwnerEntries(columns, 'u1')).toEqual({ user_id: 'u1' });
});
