import { describe, expect, it } from 'vitest';
import type { OrderTerm } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { buildKeysetOrder, buildOffsetOrder, findIdentity } from './keyset.utils';

const id = makeColumn('id', 'integer', { nullable: false });
const due = makeColumn('due', 'date');
const note = makeColumn('note', 'text');
const orders = makeTable('orders', [id, due, note]);

describe('findIdentity', () => {
  it('is the primary key', () => {
    expect(findIdentity(orders)).toEqual(['id']);
  });
  it('is a unique key without nullable columns if there is no primary key', () => {
    const table = makeTable('t', [due, id], { primaryKey: [], uniqueKeys: [['due'], ['id']] });
    expect(findIdentity(table)).toEqual(['id']);
  });
  it('is undefined if the key can’t be read', () => {
    const hidden = { ...id, privileges: { select: false, insert: false, update: false } };
    expect(findIdentity(makeTable('t', [hidden, due]))).toBeUndefined();
    expect(findIdentity(makeTable('t', [due], { primaryKey: ['id'] }))).toBeUndefined();
  });
});

describe('buildKeysetOrder', () => {
  it('adds the key in the direction of the last term', () => {
    expect(buildKeysetOrder(orders, [{ column: 'due', descending: true }])).toEqual([
      { column: 'due', descending: true },
      { column: 'id', descending: true },
    ]);
  });
  it('adds only the key columns that are not in the order', () => {
    const items = makeTable('items', [id, due], { primaryKey: ['id', 'due'] });
    expect(buildKeysetOrder(items, [{ column: 'due', descending: false }])?.map((t) => t.column)).toEqual([
      'due',
      'id',
    ]);
  });
  it.each([
    ['a table without a key', makeTable('t', [due], { primaryKey: [] })],
    ['an order over an array', makeTable('t', [id, { ...due, array: true }])],
    ['an order over JSON', makeTable('t', [id, makeColumn('due', 'json')])],
  ])('is undefined for %s, for which buildOffsetOrder returns an order', (_, table) => {
    const order: OrderTerm[] = [{ column: 'due', descending: false }];
    expect(buildKeysetOrder(table, order)).toBeUndefined();
    expect(buildOffsetOrder(table, order)[0]).toEqual(order[0]);
  });
});
