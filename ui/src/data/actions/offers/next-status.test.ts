import { expect, test } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { findNextStatus } from './next-status';

const status = {
  ...makeColumn('status', 'enum'),
  enum: ['draft', 'confirmed', 'packed', 'shipped', 'cancelled'],
  transitions: {
    draft: ['cancelled', 'confirmed'],
    packed: ['shipped', 'draft'],
    shipped: ['cancelled', 'draft'],
  },
};
const orders = makeTable('orders', [status]);

test.each([
  ['draft', 'confirmed'],
  ['packed', 'shipped'],
  ['confirmed', undefined],
  ['shipped', undefined],
  [null, undefined],
  ['unknown', undefined],
])('the next status of %j is %j', (current, next) => {
  expect(findNextStatus(orders, { status: current })?.value).toBe(next);
});

test('its label is part of a sentence', () => {
  const find = (labels?: Record<string, string>) =>
    findNextStatus(makeTable('orders', [{ ...status, ...(labels && { labels }) }]), { status: 'packed' });
  expect(find()?.label).toBe('shipped');
  expect(find({ shipped: 'With DHL' })?.label).toBe('With DHL');
});

test('there is none without the privilege to set it, or without transitions', () => {
  const readOnly = { ...status, privileges: { ...status.privileges, update: false } };
  expect(findNextStatus(makeTable('orders', [readOnly]), { status: 'draft' })).toBeUndefined();
  expect(
    findNextStatus(makeTable('orders', [makeColumn('status', 'enum')]), { status: 'draft' }),
  ).toBeUndefined();
});
