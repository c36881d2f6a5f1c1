import { describe, expect, it } from 'vitest';
import { type Filter, formatFilters } from '@/data/query/filters/filters.utils';
import type { OrderTerm, Row } from '@/data/rows/row';
import { compareByOrder, matchesFilter } from '@/data/testing/memory-rows';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { buildKeysetOrder, reverseOrder } from './keyset.utils';
import {
  buildCursorFilters,
  combineFilters,
  countSharedValues,
  createCursor,
  type KeysetCursor,
} from './keyset-cursor';

const table = makeTable('orders', [
  makeColumn('id', 'integer', { nullable: false }),
  makeColumn('due', 'date'),
  makeColumn('note', 'text', { nullable: false }),
]);

const rows: Row[] = Array.from({ length: 40 }, (_, i) => ({
  id: String(i),
  due: i % 5 === 0 ? null : `2026-0${(i % 4) + 1}-01`,
  note: `n${i % 3}`,
}));

const terms: OrderTerm[][] = [[], [{ column: 'note', descending: true }]];
for (const descending of [false, true]) {
  for (const nullsFirst of [undefined, false, true]) {
    const term =
      nullsFirst === undefined ? { column: 'due', descending } : { column: 'due', descending, nullsFirst };
    terms.push([term], [term, { column: 'note', descending: !descending }]);
    terms.push([{ column: 'note', descending }, term]);
  }
}

describe('buildCursorFilters', () => {
  const text = (lists: Filter[][]) =>
    lists.map((filters) =>
      formatFilters(filters)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    );
  const byDue = buildKeysetOrder(table, [{ column: 'due', descending: true }]) ?? [];
  const byNote = buildKeysetOrder(table, [{ column: 'note', descending: false }]) ?? [];
  const at = (values: string[], side: KeysetCursor['side'], sharedCount = 0): KeysetCursor => ({
    values,
    side,
    sharedCount,
  });

  it.each([
    [
      'a bound that an index can begin with',
      byNote,
      at(['n1', '7'], 'after'),
      true,
      ['note=gte.n1&or=(note.gt.n1,id.gt.7)'],
    ],
    [
      'the row itself where the cursor is before it',
      byNote,
      at(['n1', '7'], 'before'),
      true,
      ['note=gte.n1&or=(note.gt.n1,id.gte.7)'],
    ],
    [
      'one range after the other where many rows share the value',
      byNote,
      at(['n1', '7'], 'after', 1),
      true,
      ['note=eq.n1&id=gt.7', 'note=gt.n1'],
    ],
    [
      'rows without a value by themselves',
      byDue,
      at(['2026-11-20', '7'], 'after'),
      false,
      ['due=gte.2026-11-20&or=(due.gt.2026-11-20,id.gte.7)', 'due=is.null'],
    ],
    ['all from a value on', byNote, at(['n1'], 'before'), true, ['note=gte.n1']],
    ['all before a value', byNote, at(['n1'], 'before'), false, ['note=lt.n1']],
  ] as const)('asks for %s', (_, order, cursor, forwards, expected) => {
    expect(text(buildCursorFilters({ table, order }, cursor, forwards))).toEqual(expected);
  });

  it.each(terms.map((order) => [order]))(
    'returns each row on one side of the cursor once, in order: %j',
    (order) => {
      const total = buildKeysetOrder(table, order) ?? [];
      const sorted = rows.toSorted((a, b) => compareByOrder(total, a, b));
      for (const [index, row] of sorted.entries()) {
        for (const side of ['before', 'after'] as const) {
          for (const shared of [0, 1, 2]) {
            for (const length of [1, total.length]) {
              const whole = createCursor(total, row, side, shared);
              const cursor = whole && { ...whole, values: whole.values.slice(0, length) };
              if (!cursor) throw new Error('no cursor');
              const same = (other: Row) => compareByOrder(total.slice(0, length), other, row) === 0;
              const first = sorted.findIndex(same);
              const last = sorted.findLastIndex(same);
              expect(first <= index && index <= last).toBe(true);
              const split = side === 'before' ? first : last + 1;
              for (const forwards of [true, false]) {
                const lists = buildCursorFilters({ table, order: total }, cursor, forwards);
                const directedOrder = forwards ? total : reverseOrder(total);
                const found = lists.flatMap((filters) =>
                  rows
                    .filter((other) => filters.every((filter) => matchesFilter(filter, other)))
                    .toSorted((a, b) => compareByOrder(directedOrder, a, b)),
                );
                const expected = forwards ? sorted.slice(split) : sorted.slice(0, split).reverse();
                expect(found).toEqual(expected);
                if (lists.length > 0) {
                  const any = rows.filter((other) =>
                    combineFilters(lists).every((filter) => matchesFilter(filter, other)),
                  );
                  expect(any.toSorted((a, b) => compareByOrder(directedOrder, a, b))).toEqual(expected);
                }
              }
            }
          }
        }
      }
    },
  );
});

describe('createCursor', () => {
  const order = [{ column: 'note', descending: false }];
  it('takes the values of the order’s columns', () => {
    expect(createCursor(order, { id: '1', note: null }, 'after')).toEqual({
      values: [null],
      side: 'after',
      sharedCount: 0,
    });
  });
  it('returns no cursor for a value that is too long for a URL', () => {
    expect(createCursor(order, { note: 'x'.repeat(5000) }, 'after')).toBeUndefined();
  });
  it('returns no cursor for a row without a column of the order', () => {
    expect(createCursor(order, { id: '1' }, 'after')).toBeUndefined();
  });
});

describe('countSharedValues', () => {
  const order: OrderTerm[] = ['a', 'b', 'id'].map((column) => ({ column, descending: false }));
  it.each([
    [
      [
        { a: '1', b: '1', id: '1' },
        { a: '1', b: '1', id: '2' },
      ],
      2,
    ],
    [
      [
        { a: '1', b: '1', id: '1' },
        { a: '1', b: '2', id: '2' },
      ],
      1,
    ],
    [
      [
        { a: '1', b: '1', id: '1' },
        { a: '2', b: '1', id: '2' },
      ],
      0,
    ],
    [[{ a: '1', b: '1', id: '1' }], 0],
  ])('%j: %d', (sample, shared) => {
    expect(countSharedValues(order, sample)).toBe(shared);
  });
});
