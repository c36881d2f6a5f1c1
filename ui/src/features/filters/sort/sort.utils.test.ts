import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { isSortable, moveTerm } from './sort.utils';

const order = ['a', 'b', 'c'].map((column) => ({ column, descending: false }));

it.each([
  ['a', 2, 'b,c,a'],
  ['c', 0, 'c,a,b'],
  ['b', 1, 'a,b,c'],
  ['a', -1, 'a,b,c'],
  ['c', 3, 'a,b,c'],
  ['x', 0, 'a,b,c'],
])('moves %s to position %i: %s', (column, to, want) => {
  expect(
    moveTerm(order, column, to)
      .map((term) => term.column)
      .join(','),
  ).toBe(want);
});

it('offers no column that the database can’t sort by', () => {
  expect(isSortable(makeColumn('c', 'json', { base: 'json' }))).toBe(false);
  expect(isSortable(makeColumn('c', 'json', { base: 'jsonb' }))).toBe(true);
  expect(isSortable(makeColumn('c', 'other', { base: 'point' }))).toBe(false);
});
