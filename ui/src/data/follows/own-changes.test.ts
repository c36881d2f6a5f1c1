import { expect, it } from 'vitest';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Change, ChangedRow } from '@/data/writes/history/change';
import { areOwnChanges } from './own-changes';

const table = makeTable('customers', [
  makeColumn('id', 'integer'),
  makeColumn('name', 'text'),
  makeColumn('city', 'text'),
  makeColumn('updated_at', 'timestamptz'),
]);

const row = (id: number, name: string, city = 'Ribe', updated = 'T1'): Row => ({
  id: String(id),
  name,
  city,
  updated_at: updated,
});

const change = (...rows: Partial<ChangedRow>[]): Change => ({
  ...{ id: 'c', at: 0, table, title: 'Edited' },
  rows: rows.map((each) => ({ before: null, after: null, undone: false, ...each })),
});

const renamed = change({ before: { id: '1', name: 'Ann' }, after: { id: '1', name: 'Bea' } });
const before = [row(1, 'Ann')];

it.each<[string, readonly Row[], readonly Row[], readonly Change[], boolean]>([
  ['a value of this page', before, [row(1, 'Bea', 'Ribe', 'T2')], [renamed], true],
  ['a value of another user', before, [row(1, 'Ann', 'Skagen', 'T2')], [renamed], false],
  ['values of both', before, [row(1, 'Bea', 'Skagen', 'T2')], [renamed], false],
  [
    'the title of another user in the description of a change',
    before,
    [row(1, 'Bea', 'Skagen')],
    [
      change({
        before: { id: '1', name: 'Bea', city: 'Ribe' },
        after: { id: '1', name: 'Bea', city: 'Skagen' },
      }),
    ],
    false,
  ],
  ['another value in the same column', before, [row(1, 'Cleo', 'Ribe', 'T2')], [renamed], false],
  [
    'another record',
    before,
    [row(1, 'Ann', 'Ribe', 'T2')],
    [change({ after: { id: '2', name: 'Bea' } })],
    false,
  ],
  ['no change of this page', before, [row(1, 'Bea')], [], false],
  [
    'an undone value',
    [row(1, 'Bea')],
    before,
    [change({ before: { id: '1', name: 'Ann' }, after: { id: '1', name: 'Bea' }, undone: true })],
    true,
  ],
  [
    'a value that another user restored',
    [row(1, 'Cleo')],
    [row(1, 'Bea')],
    [renamed, change({ before: { id: '1', name: 'Bea' }, after: { id: '1', name: 'Cleo' } })],
    false,
  ],
  ['an inserted row', before, [row(2, 'New'), ...before], [change({ after: row(2, 'New') })], true],
  ['a row of another user', before, [row(2, 'New'), ...before], [renamed], false],
  ['a deleted row', [row(2, 'New'), ...before], before, [change({ before: row(2, 'New') })], true],
  ['a row that another user deleted', [row(2, 'New'), ...before], before, [renamed], false],
  [
    'a row over the limit',
    [row(5, 'E'), row(4, 'D'), row(3, 'C')],
    [row(6, 'F'), row(5, 'E'), row(4, 'D')],
    [change({ after: row(6, 'F') })],
    true,
  ],
  [
    'the next row after a delete',
    [row(5, 'E'), row(4, 'D'), row(3, 'C')],
    [row(5, 'E'), row(3, 'C'), row(2, 'B')],
    [change({ before: row(4, 'D') })],
    true,
  ],
])('%s', (_, from, to, changes, isOwn) => {
  expect(areOwnChanges(table, [from, to], changes, 3)).toBe(isOwn);
});
