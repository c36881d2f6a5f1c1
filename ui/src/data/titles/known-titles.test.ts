import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { storeTitle } from './known-titles';
import { getRowTitle } from './row-titles';

const orders = makeTable('orders', [makeColumn('id', 'integer'), makeColumn('number', 'text')]);
const deliveries = {
  ...makeTable('deliveries', [
    makeColumn('id', 'integer'),
    makeColumn('order_id', 'integer'),
    makeColumn('carrier', 'text'),
  ]),
  tags: { 'record-title': '{order} · {carrier}' },
  foreignKeys: [
    {
      name: 'order',
      columns: ['order_id'],
      refSchema: 'public',
      refTable: 'orders',
      refColumns: ['id'],
      onDelete: '',
    },
  ],
};

it('titles contain the titles of loaded references', () => {
  const row = { id: '1', order_id: '7', carrier: 'Our own van' };
  expect(getRowTitle(deliveries, row)).toBe('7 · Our own van');
  storeTitle(orders, [{ column: 'id', value: '7' }], '10608');
  expect(getRowTitle(deliveries, row)).toBe('10608 · Our own van');
  expect(getRowTitle(deliveries, { ...row, order_id: null })).toBe('Our own van');
});
