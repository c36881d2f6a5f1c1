import { describe, expect, it } from 'vitest';
import { condition } from '@/data/query/filters/filters.utils';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { canLaneHaveRows, findInsertIndex, type LaneData, type LanePage, updateLane } from './lanes.utils';

const orders = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'enum', { enum: ['draft', 'packed'] }),
  makeColumn('due_on', 'date'),
]);
const newestFirst = [{ column: 'due_on', descending: true }];
const row = (id: number, due: string | null, status = 'draft'): Row => ({
  id: String(id),
  due_on: due,
  status,
});
const draft = { column: 'status', value: 'draft' };
const packed = { column: 'status', value: 'packed' };

function makeLaneData(...pages: LanePage[]): LaneData {
  return { pages, pageParams: pages.map((_, index) => ({ index, last: undefined })) };
}
const ids = (data: LaneData) => data.pages.map((page) => page.rows.map(({ id }) => id).join());

describe('findInsertIndex', () => {
  const rows = [row(1, null), row(2, '2026-03-01'), row(3, '2026-01-01')];
  it('follows the order, nulls included', () => {
    expect(findInsertIndex(orders, newestFirst, rows, row(9, '2026-02-01'), true)).toBe(2);
    expect(findInsertIndex(orders, newestFirst, rows, row(9, '2026-04-01'), true)).toBe(1);
    expect(findInsertIndex(orders, [], rows, row(2, null), false), 'and the key').toBe(2);
  });
  it('is that of texts for a text whose values a check constraint lists', () => {
    const listed = makeColumn('size', 'enum', { enum: ['small', 'large'], base: 'text' });
    const table = makeTable('orders', [makeColumn('id', 'integer'), listed]);
    const order = [{ column: 'size', descending: false }];
    const sized = (id: number, size: string): Row => ({ id: String(id), size });
    expect(
      findInsertIndex(table, order, [sized(1, 'large'), sized(2, 'small')], sized(3, 'large'), true),
    ).toBe(1);
  });
  it('is 0 if the neighboring rows are not loaded', () => {
    expect(findInsertIndex(orders, newestFirst, rows, row(9, '2025-01-01'), true)).toBe(0);
    expect(findInsertIndex(orders, newestFirst, rows, row(9, '2025-01-01'), false)).toBe(3);
  });
});

describe('updateLane', () => {
  const before = row(3, '2026-02-01');
  const now = { ...before, status: 'packed' };
  it('removes the row from its previous lane', () => {
    const data = makeLaneData({ rows: [row(1, '2026-03-01'), before], total: 40, hasMore: true });
    const after = updateLane(orders, newestFirst, draft, data, before, now);
    expect(ids(after)).toEqual(['1']);
    expect(after.pages[0]?.total).toBe(39);
  });
  it('inserts the row into the page at its position in the order', () => {
    const data = makeLaneData(
      { rows: [row(5, '2026-04-01', 'packed')], total: 2, hasMore: true },
      { rows: [row(6, '2026-01-01', 'packed')], total: undefined, hasMore: false },
    );
    const after = updateLane(orders, newestFirst, packed, data, before, now);
    expect(ids(after)).toEqual(['5,3', '6']);
    expect(after.pages[0]?.total).toBe(3);
  });
  it('keeps the count if a row changed within its lane', () => {
    const data = makeLaneData({ rows: [before, row(4, '2026-01-15')], total: 2, hasMore: false });
    const moved = { ...before, due_on: '2026-01-01' };
    const after = updateLane(orders, newestFirst, draft, data, before, moved);
    expect(ids(after)).toEqual(['4,3']);
    expect(after.pages[0]?.total).toBe(2);
  });
  it('does not change other lanes', () => {
    const data = makeLaneData({ rows: [], total: 0, hasMore: false });
    expect(updateLane(orders, newestFirst, { column: 'status', value: null }, data, before, now)).toBe(data);
  });
});

describe('canLaneHaveRows', () => {
  it.each([
    [condition('status', 'eq', 'draft'), true, false, false],
    [condition('status', 'neq', 'draft'), false, true, false],
    [condition('status', 'in', ['draft', 'packed']), true, true, false],
    [condition('status', 'in', ['draft'], true), false, true, false],
    [condition('status', 'is', 'null'), false, false, true],
    [condition('status', 'is', 'null', true), true, true, false],
    [condition('due_on', 'eq', 'draft'), true, true, true],
  ])('is %#', (filter, inDraft, inPacked, inNull) => {
    const lanes = [draft, packed, { column: 'status', value: null }];
    expect(lanes.map((lane) => canLaneHaveRows(lane, [filter]))).toEqual([inDraft, inPacked, inNull]);
  });
});
