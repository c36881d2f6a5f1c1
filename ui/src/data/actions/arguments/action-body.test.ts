import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Action, ActionOffer } from '@/lib/api.gen';
import { fillFromRow, fillFromRows, formatBody } from './action-body';

const table = makeTable('orders', [makeColumn('id', 'integer'), makeColumn('note', 'text')]);
const row = { id: '9007199254740993', note: '12' };
const offer = { fills: [{ argument: 'order_id', column: 'id' }] } as unknown as ActionOffer;
const args = [
  { name: 'order_id', kind: 'integer' },
  { name: 'note', kind: 'text' },
];
const makeAction = (changes: object) =>
  ({ kind: 'database', body: 'json', arguments: args, ...changes }) as unknown as Action;

describe('the body of a call', () => {
  it('contains the values that a row fills, with every digit', () => {
    const texts = { note: '"12"', ...fillFromRow(table, offer, row) };
    expect(formatBody(makeAction({}), texts)).toBe('{"note":"12","order_id":"9007199254740993"}');
  });

  it('contains numbers as JSON numbers for an edge function', () => {
    const texts = { note: '"12"', ...fillFromRow(table, offer, row) };
    expect(formatBody(makeAction({ kind: 'edge' }), texts)).toBe('{"note":"12","order_id":9007199254740993}');
  });

  it('contains arrays of a selection', () => {
    expect(fillFromRows(table, offer, [row, { id: '2', note: '' }])).toEqual({
      order_id: '["9007199254740993","2"]',
    });
  });

  it('is the value of the only argument', () => {
    const only = [{ name: '', kind: 'json' }];
    expect(formatBody(makeAction({ body: 'value', arguments: only }), { '': '{"a":1}' })).toBe('{"a":1}');
    expect(formatBody(makeAction({ body: 'text', arguments: only }), { '': '"plain"' })).toBe('plain');
  });
});
