import { describe, expect, it } from 'vitest';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { ActionCondition } from '@/lib/api.gen';
import { matchRow } from './match-row';

const orders = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'enum', { enum: ['draft', 'confirmed', 'roasting'] }),
  makeColumn('total', 'numeric'),
  makeColumn('note', 'text'),
  makeColumn('paid', 'boolean'),
  makeColumn('tags', 'text', { array: true }),
  makeColumn('due', 'timestamptz'),
  makeColumn('place', 'json'),
]);

const order: Row = {
  ...{ id: '7', status: 'draft', total: '12.50', note: 'Ring twice', paid: false },
  ...{ tags: ['rush', 'gift'], due: '2026-11-22T10:00:00+01:00', place: '{"a":1}' },
};

/** Parses 'status not.eq draft confirmed'. */
function parse(text: string): ActionCondition {
  const [column = '', operator = '', ...values] = text.split(' ');
  return { column, operator: operator.replace('not.', ''), negated: operator.startsWith('not.'), values };
}

describe('matchRow', () => {
  it.each([
    ['status eq draft', true],
    ['status neq draft', false],
    ['status not.eq draft', false],
    ['status in draft confirmed', true],
    ['status not.in draft confirmed', false],
    // The order of an enum's labels, not of their texts.
    ['status lt confirmed', true],
    ['total eq 12.5', true],
    ['total gt 9', true],
    ['total lte 12.49', false],
    ['note is null', false],
    ['note is not_null', true],
    ['note not.is null', true],
    ['paid is false', true],
    ['paid eq true', false],
    ['due lt 2026-11-22T09:30:00Z', true],
    // Only the database can compare these.
    ['place eq {"a":1}', undefined],
    ['tags eq {rush}', undefined],
    ['missing eq 1', undefined],
  ])('%s: %s', (condition, expected) => {
    expect(matchRow(orders, [parse(condition)], order)).toBe(expected);
  });

  it.each([
    ['note eq x', false],
    ['note not.eq x', false],
    ['note is null', true],
    ['note is not_null', false],
  ])('NULL: %s: %s', (condition, expected) => {
    expect(matchRow(orders, [parse(condition)], { ...order, note: null })).toBe(expected);
  });

  it('requires all conditions, and is unknown only if none is false', () => {
    const [draft, rich, missing] = ['status eq draft', 'total gt 100', 'missing eq 1'].map(parse);
    if (!draft || !rich || !missing) throw new Error('conditions');
    expect(matchRow(orders, [draft, rich], order)).toBe(false);
    expect(matchRow(orders, [missing, rich], order)).toBe(false);
    expect(matchRow(orders, [missing, draft], order)).toBeUndefined();
    expect(matchRow(orders, [], order)).toBe(true);
  });
});
