import { expect, it } from 'vitest';
import { formatLookupName } from '@/data/query/lookups/lookup-name';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { formatValue } from '../value.utils';
import { applyRowCurrency, findCurrencyColumn } from './row-currency';

const currency = makeColumn('currency', 'text');
const baseCurrency = makeColumn('base_currency', 'text');

const format = (name: string, value: string, row: Record<string, string | null>, over = {}) => {
  const column = makeColumn(name, 'numeric', over);
  const table = makeTable('payments', [column, currency, baseCurrency]);
  return formatValue(applyRowCurrency(table, column, row), value, { grouped: true });
};

it('shows amounts in the currency of the row', () => {
  expect(format('amount', '-88.5', { currency: 'EUR' })).toBe('-€88.50');
  expect(format('amount', '1250', { currency: 'usd' })).toBe('$1,250.00');
  expect(format('amount', '1250', { currency: 'CAD' })).toBe('CA$1,250.00');
  expect(format('amount', '12000', { currency: 'JPY' })).toBe('¥12,000');
});

it.each([null, '', 'euro', 'XXQ', 'BTC'])('shows the plain number with the currency %j', (code) => {
  expect(format('amount', '-88.5', { currency: code })).toBe('-88.5');
});

it('uses the currency with the same prefix', () => {
  const row = { currency: 'EUR', base_currency: 'USD' };
  expect(format('base_amount', '5', row)).toBe('$5.00');
  expect(format('total_amount', '5', row)).toBe('€5.00');
  const column = makeColumn('base_amount', 'numeric');
  expect(findCurrencyColumn(makeTable('payments', [column, currency]), column)).toBeUndefined();
});

it.each([
  ['unit_price', true],
  ['vatAmount', true],
  ['subtotal', true],
  ['amount_paid', true],
  ['shipping_costs', true],
  ['vat', false],
  ['discount', false],
  [formatLookupName(['customer_id'], 'credit_balance'), false],
  ['tax_rate', false],
  ['exchange_rate', false],
  ['quantity', false],
  ['discount_percent', false],
  ['total_items', false],
  ['usd_amount', false],
  ['weight', false],
])('recognizes amounts by their names: %s', (name, isAmount) => {
  const column = makeColumn(name, 'numeric');
  expect(findCurrencyColumn(makeTable('payments', [column, currency]), column) !== undefined).toBe(isAmount);
});

it('leaves integers, which can be cents, and columns with a format or a unit unchanged', () => {
  const row = { currency: 'EUR' };
  const find = (kind: 'integer' | 'float' | 'numeric', over = {}) => {
    const column = makeColumn('amount', kind, over);
    return findCurrencyColumn(makeTable('payments', [column, currency]), column)?.name;
  };
  expect(find('integer')).toBeUndefined();
  expect(find('float')).toBe('currency');
  expect(find('numeric', { array: true })).toBeUndefined();
  expect(format('amount', '5', row, { tags: { format: 'currency CHF' } })).toBe('CHF\u00a05.00');
  expect(format('amount', '5', row, { tags: { unit: 'kg' } })).toBe('5\u00a0kg');
});

it('accepts enums and currency_code, but no column that the user can’t read', () => {
  const find = (column: typeof currency) => {
    const amount = makeColumn('amount', 'numeric');
    return findCurrencyColumn(makeTable('t', [amount, column]), amount)?.name;
  };
  expect(find(makeColumn('currencyCode', 'enum', { enum: ['EUR', 'USD'] }))).toBe('currencyCode');
  const privileges = { ...currency.privileges, select: false };
  expect(find({ ...currency, privileges })).toBeUndefined();
});
