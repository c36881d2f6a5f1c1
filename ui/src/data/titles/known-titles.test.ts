import { expect, it } from 'vitest';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
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

it('titles omit the id of an account without a known name, except if it is the only value', () => {
  const accounts = makeTable('accounts', [makeColumn('id', 'uuid'), makeColumn('name', 'text')]);
  const account = {
    ...{ name: '', refSchema: 'public', refTable: 'accounts' },
    refColumns: ['id'],
    onDelete: '',
  };
  const columns = ['user_id', 'account_id'].map((name) => makeColumn(name, 'uuid'));
  const members = makeTable('account_user', columns, {
    primaryKey: ['user_id', 'account_id'],
    foreignKeys: [makeAccountKey('user_id'), { ...account, columns: ['account_id'] }],
  });
  storeTitle(accounts, [{ column: 'id', value: 'a1' }], 'Acme');
  expect(getRowTitle(members, { user_id: 'unknown', account_id: 'a1' })).toBe('Acme');
  const settings = makeTable('settings', columns.slice(0, 1), { foreignKeys: [makeAccountKey('user_id')] });
  expect(getRowTitle(settings, { user_id: 'unknown' })).toBe('unknown');
});
