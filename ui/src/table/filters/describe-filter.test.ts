import { expect, it } from 'vitest';
import { condition } from '@/data/query/filters/filters.utils';
import { formatLookupName } from '@/data/query/lookups/lookup-name';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { describeFilters } from './describe-filter';

const linkedCountry = formatLookupName(['customer_id'], 'country');

const table = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('customer_id', 'integer'),
  makeColumn('country', 'text'),
  makeColumn(linkedCountry, 'text', { title: 'Customer › Country' }),
  makeColumn('status', 'enum', { enum: ['new', 'in_transit'], labels: { new: 'Received' } }),
  makeColumn('total', 'numeric', { tags: { format: 'currency EUR' } }),
  makeColumn('weight', 'numeric'),
  makeColumn('grams', 'integer'),
  makeColumn('tax', 'numeric', { tags: { format: 'percent ratio' } }),
  makeColumn('seconds', 'integer', { tags: { format: 'duration' } }),
  makeColumn('paid', 'boolean'),
]);

it.each([
  ['country', 'eq', 'DE', 'Germany'],
  ['country', 'isdistinct', 'DE', 'Germany'],
  [linkedCountry, 'eq', 'DE', 'Germany'],
  ['status', 'eq', 'in_transit', 'In transit'],
  ['status', 'isdistinct', 'new', 'Received'],
  ['status', 'gt', 'new', 'Received'],
  ['total', 'gt', '5000', '€5,000.00'],
  ['weight', 'gt', '12500.5', '12,500.5'],
  ['grams', 'gt', '12500', '12,500'],
  ['grams', 'isdistinct', '12500', '12,500'],
  ['id', 'eq', '12500', '12500'],
  ['tax', 'eq', '0.25', '25%'],
  ['seconds', 'lt', '5400', '1h 30m'],
  ['paid', 'eq', 'true', 'true'],
])('the operand of %s %s %s is shown as in cells', (name, operator, value, shown) => {
  const text = describeFilters(table, [condition(name, operator, value)]);
  expect(text).toMatch(new RegExp(`[ >=<]${shown.replace('$', '\\$')}$`));
});

it.each([
  ['ilike', '*DE*'],
  ['gt', 'DE'],
])('a pattern or the beginning of an order is the stored text: %s', (operator, value) => {
  expect(describeFilters(table, [condition('country', operator, value)])).toMatch(/ DE$/);
});

it('lists contain the displayed texts', () => {
  expect(describeFilters(table, [condition('country', 'in', ['DE', 'DK'])])).toMatch(/ Germany, Denmark$/);
});
