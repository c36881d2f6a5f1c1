import { expect, it } from 'vitest';
import { compareOrder } from './refresh-held-rows';

it.each<[name: string, current: string, read: string, isEnd: boolean, held: { newRows: number } | undefined]>(
  [
    ['nothing changed', 'abc', 'abc', true, undefined],
    ['rows after the loaded ones', 'abc', 'abcde', false, undefined],
    ['new rows at the end of the table', 'abc', 'abcde', true, undefined],
    ['a deleted row', 'abc', 'ac', true, undefined],
    ['a new row between the loaded ones', 'abc', 'abxc', true, { newRows: 1 }],
    ['two new rows at the start', 'abc', 'xyabc', false, { newRows: 2 }],
    ['new rows that displaced the last loaded ones', 'abc', 'axyb', false, { newRows: 2 }],
    ['a row that moved', 'abc', 'bac', true, { newRows: 0 }],
    ['a deleted and a new row', 'abc', 'xbc', true, { newRows: 1 }],
    ['a new row at the end after a move', 'abc', 'bacx', true, { newRows: 1 }],
    ['all rows were deleted', 'abc', '', true, undefined],
  ],
)('compares the order: %s', (_, current, read, isEnd, held) => {
  expect(compareOrder([...current], [...read], isEnd)).toEqual(held);
});
