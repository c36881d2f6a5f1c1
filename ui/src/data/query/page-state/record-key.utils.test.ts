import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { findKeyProblem } from './record-key.utils';

const orders = makeTable(
  'orders',
  [
    makeColumn('id', 'integer', { title: 'Id', base: 'int8' }),
    makeColumn('number', 'text', { nullable: false }),
    makeColumn('day', 'date', { nullable: false }),
  ],
  { primaryKey: ['id'], uniqueKeys: [['number', 'day']] },
);
const key = (values: Record<string, string>) =>
  Object.entries(values).map(([column, value]) => ({ column, value }));

describe('the record in a URL', () => {
  it.each([
    [{ id: '5' }],
    [{ id: '-9223372036854775808' }],
    [{ number: '', day: '2024-02-29' }],
    [{ day: '0044-03-15 BC', number: 'a,b' }],
  ])('%o is valid', (values) => {
    expect(findKeyProblem(orders, key(values))).toBeUndefined();
  });
  it.each([
    [{ id: 'abc' }, /^“id” can’t be “abc”\. .*whole number/],
    [{ id: '9223372036854775808' }, /^“id” can’t be “9223372036854775808”\. ./],
    [{ id: '' }, /^“id” can’t be “”\. ./],
    [{ number: 'x' }, /^A record of this table is identified by “id”, not by “number”\.$/],
    [{ number: 'x', id: '1' }, /not by “number” and “id”\.$/],
    [{ gone: '1' }, /not by “gone”\.$/],
  ])('%o is invalid, with a reason', (values, want) => {
    expect(findKeyProblem(orders, key(values))).toMatch(want);
  });
  it('is undefined if rows have no key', () => {
    expect(findKeyProblem({ ...orders, primaryKey: [], uniqueKeys: [] }, key({ id: '5' }))).toMatch(/no key/);
  });
});
