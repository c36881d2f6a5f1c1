import { expect, it } from 'vitest';
import { findRemovedRows } from './find-removed-rows';

it.each<[name: string, before: string, after: string, removed: { index: number; count: number } | undefined]>(
  [
    ['a row', 'abcdef', 'abdef', { index: 2, count: 1 }],
    ['rows next to each other', 'abcdefg', 'aefg', { index: 1, count: 3 }],
    ['the first row', 'abc', 'bc', { index: 0, count: 1 }],
    ['no row if the rows are equal', 'abc', 'abc', undefined],
    ['no row if a row was inserted', 'abc', 'axbc', undefined],
    ['no row if all rows differ', 'abc', 'xyz', undefined],
    ['no row if rows were only loaded or dropped', 'ab ', 'abc', undefined],
    ['no row after the last visible one', 'abcdefghijk', 'abcdefghij', undefined],
  ],
)('finds %s', (_, before, after, removed) => {
  const keys = (text: string) => (index: number) => ((text[index] ?? ' ') === ' ' ? undefined : text[index]);
  expect(findRemovedRows(keys(before), keys(after), { first: 0, last: 6 })).toEqual(removed);
});
