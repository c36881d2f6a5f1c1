import { describe, expect, it } from 'vitest';
import { condition } from '@/data/query/filters/filters.utils';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import {
  canGuard,
  findConflictingColumns,
  formatKeyText,
  getRowKey,
  guardFilters,
  isInsertable,
  lockReason,
} from './guards.utils';

const id = makeColumn('id', 'integer', { nullable: false });
const status = makeColumn('status', 'enum', { enum: ['draft', 'sent'] });
const weight = makeColumn('weight', 'float');
const meta = makeColumn('meta', 'json');
const table = makeTable('orders', [id, status, weight, meta]);

describe('guardFilters', () => {
  const baseRow = { id: '5', status: 'draft', weight: '0.1', meta: '{}' };
  it('contains the key and the previous value of each changed column', () => {
    expect(guardFilters(table, baseRow, { status: 'sent' })).toEqual([
      condition('id', 'eq', '5'),
      condition('status', 'eq', 'draft'),
    ]);
  });
  it('guards NULL with is', () => {
    expect(guardFilters(table, { ...baseRow, status: null }, { status: 'sent' })[1]).toEqual(
      condition('status', 'is', 'null'),
    );
  });
  it('omits floats and JSON', () => {
    expect(guardFilters(table, baseRow, { weight: '0.2', meta: '{"a":1}' })).toEqual([
      condition('id', 'eq', '5'),
    ]);
  });
  it('uses the old value of a key that changes, once', () => {
    expect(guardFilters(table, baseRow, { id: '6' })).toEqual([condition('id', 'eq', '5')]);
  });
  it('throws for a row without its key', () => {
    expect(() => guardFilters(table, { status: 'draft' }, { status: 'sent' })).toThrow(/orders/);
  });
});

describe('canGuard', () => {
  it.each([
    [makeColumn('c', 'text'), 'short', true],
    [makeColumn('c', 'text'), 'x'.repeat(501), false],
    [makeColumn('c', 'timestamptz'), '2026-11-20T08:41:36.123456+00:00', true],
    [makeColumn('c', 'range'), '[1,5)', true],
    [makeColumn('c', 'text', { array: true }), ['a'], false],
    [makeColumn('c', 'tsvector'), "'a':1", false],
    [makeColumn('c', 'text', { privileges: { select: false, insert: true, update: true } }), 'x', false],
  ])('%# %s', (column, value, expected) => {
    expect(canGuard(column, value)).toBe(expected);
  });
});

describe('getRowKey', () => {
  it('preserves the order of the key, and distinguishes values that look the same when joined', () => {
    const items = makeTable('items', [makeColumn('a', 'text'), makeColumn('b', 'text')], {
      primaryKey: ['b', 'a'],
    });
    expect(getRowKey(items, { a: '1', b: '2' })).toEqual([
      { column: 'b', value: '2' },
      { column: 'a', value: '1' },
    ]);
    const text = (a: string, b: string) => formatKeyText(getRowKey(items, { a, b }) ?? []);
    expect(text('x', 'y,z')).not.toBe(text('z', 'x,y'));
  });
  it('is undefined for a row without it', () => {
    expect(getRowKey(table, { status: 'draft' })).toBeUndefined();
    expect(getRowKey(makeTable('t', [status], { primaryKey: [] }), { status: 'draft' })).toBeUndefined();
  });
});

describe('findConflictingColumns', () => {
  it('returns only columns of the change', () => {
    expect(findConflictingColumns({ a: '1', b: '1' }, { a: '2', b: '2' }, { a: '3' })).toEqual(['a']);
    expect(findConflictingColumns({ a: '1' }, { a: '1' }, { a: '3' })).toEqual([]);
  });
});

describe('lockReason and isInsertable', () => {
  const denied = { select: true, insert: false, update: false };
  it.each([
    [table, status, undefined],
    [table, makeColumn('c', 'numeric', { generated: true }), 'The database computes this column.'],
    [table, makeColumn('c', 'integer', { identity: 'always' }), 'The database generates this value.'],
    [
      table,
      makeColumn('c', 'text', { privileges: denied }),
      'You don’t have permission to change this column.',
    ],
    [
      makeTable('t', [id], { privileges: { ...table.privileges, update: false } }),
      status,
      'You don’t have permission to change rows in this table.',
    ],
    [
      makeTable('t', [id], { kind: 'view', privileges: { ...table.privileges, update: false } }),
      status,
      'This view is read-only.',
    ],
    [
      makeTable('t', [status], { primaryKey: [] }),
      status,
      'This table has no key, so its rows can’t be edited.',
    ],
  ])('%# state why a cell is locked', (t, column, reason) => {
    expect(lockReason(t, column)).toBe(reason);
  });
  it('allow only insertable columns in a new record', () => {
    expect(isInsertable(makeColumn('c', 'integer', { identity: 'by default' }))).toBe(true);
    expect(isInsertable(makeColumn('c', 'integer', { identity: 'always' }))).toBe(false);
    expect(isInsertable(makeColumn('c', 'text', { privileges: denied }))).toBe(false);
  });
});
