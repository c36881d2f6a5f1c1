import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { parseDefaultOrder } from './default-order';

it.each([
  [
    'due_on.desc, id',
    [
      { column: 'due_on', descending: true },
      { column: 'id', descending: false },
    ],
  ],
  ['due_on.desc.nullslast', [{ column: 'due_on', descending: true, nullsFirst: false }]],
  ['unknown.desc', []],
])('parses the tag @order %s', (order, want) => {
  const columns = [makeColumn('id', 'uuid'), makeColumn('due_on', 'date')];
  expect(parseDefaultOrder(makeTable('orders', columns, { tags: { order } }))).toEqual(want);
});
