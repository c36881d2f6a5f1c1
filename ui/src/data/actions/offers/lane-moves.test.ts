import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Action } from '@/lib/api.gen';
import { makeSchema } from '@/testing/api-fixtures';
import { canReachLane, findLaneAction } from './lane-moves';

const status = makeColumn('status', 'enum', {
  enum: ['draft', 'confirmed', 'roasting', 'shipped'],
  transitions: { draft: ['confirmed'], confirmed: [] },
});
const table = makeTable('orders', [makeColumn('id', 'integer'), status]);

const startRoasting = {
  id: 'public.start_roasting',
  ...{ hidden: false, unavailable: '', sets: [{ column: 'status', value: 'roasting' }] },
  offers: [
    {
      ...{ scope: 'row', schema: 'public', table: 'orders', fills: [], when: 'status=eq.confirmed' },
      conditions: [{ column: 'status', operator: 'eq', negated: false, values: ['confirmed'] }],
    },
  ],
} as unknown as Action;
const schema = { ...makeSchema([table]), actions: [startRoasting] };

describe('lanes', () => {
  it.each([
    ['draft', 'draft', true],
    ['draft', 'confirmed', true],
    // The action is not offered for a draft.
    ['draft', 'roasting', false],
    ['confirmed', 'roasting', true],
    ['confirmed', 'shipped', false],
    // A value without transitions is final.
    ['shipped', 'draft', false],
  ])('from %s to %s: %s', (from, to, expected) => {
    expect(canReachLane(schema, table, status, { id: '1', status: from }, to)).toBe(expected);
  });

  it('are all reachable without declared transitions', () => {
    const { transitions: _, ...free } = status;
    expect(canReachLane(schema, table, free, { id: '1', status: 'shipped' }, 'draft')).toBe(true);
  });

  it('use an action only where no transition leads', () => {
    const confirmed = { id: '1', status: 'confirmed' };
    expect(findLaneAction(schema, table, status, confirmed, 'roasting')?.action).toBe(startRoasting);
    expect(findLaneAction(schema, table, status, { id: '1', status: 'draft' }, 'confirmed')).toBeUndefined();
  });
});
