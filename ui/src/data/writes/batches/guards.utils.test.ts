import { describe, expect, it } from 'vitest';
import { condition } from '@/data/query/filters.utils';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import {
  canGuard,
  findConflictingColumns,
  guardFilters,
  isInsertable,
  keyOf,
  keyText,
  lockReason,
} from './guards.utils';

const id = makeColumn('id', 'integer', { nullable: false });
const status = makeColumn('status', 'enum', { enum: ['draft', 'sent'] });
const weight = makeColumn('weight', 'float');
const meta = makeColumn('meta', 'json');
const table = makeTable('orders', [id, status, weight, meta]);

describe('guardFilters', () => {
  const seen = { id: '5', status: 'draft', weight: '0.1', meta: '{}' };
  it('holds the key and the seen value of what changes', () => {
    expect(guardFilters(table, seen, { status: 'sent' })).toEqual([
      condition('id', 'eq', '5'),
      condition('status', 'eq', 'draft'),
    ]);
  });
  it('guards NULL with is', () => {
    expect(guardFilters(table, { ...seen, status: null }, { status: 'sent' })[1]).toEqual(
      condition('status', 'is', 'null'),
    );
  });
  it('leaves out floats and JSON', () => {
    expect(guardFilters(table, seen, { weight: '0.2', meta: '{"a":1}' })).toEqual([
      condition('id', 'eq', '5'),
    ]);
  });
  it('uses the old value of a key that changes, once', () => {
    expect(guardFilters(table, seen, { id: '6' })).toEqual([condition('id', 'eq', '5')]);
  });
  it('refuses a row without its key', () => {
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
  ])('%# %s', (column, value, want) => {
    expect(canGuard(column, value)).toBe(want);
  });
});

describe('keyOf', () => {
  it('keeps the key’s order and tells apart what joins alike', () => {
    const items = makeTable('items', [makeColumn('a', 'text'), makeColumn('b', 'text')], {
      primaryKey: ['b', 'a'],
    });
    expect(keyOf(items, { a: '1', b: '2' })).toEqual([
      { column: 'b', value: '2' },
      { column: 'a', value: '1' },
    ]);
    const text = (a: string, b: string) => keyText(keyOf(items, { a, b }) ?? []);
    expect(text('x', 'y,z')).not.toBe(text('z', 'x,y'));
  });
  it('is none for a row that lacks it', () => {
    expect(keyOf(table, { status: 'draft' })).toBeUndefined();
    expect(keyOf(makeTable('t', [status], { primaryKey: [] }), { status: 'draft' })).toBeUndefined();
  });
});

describe('changedMeanwhile', () => {
  it('names only changed columns that the change is about', () => {
    expect(findConflictingColumns({ a: '1', b: '1' }, { a: '2', b: '2' }, { a: '3' })).toEqual(['a']);
    expect(findConflictingColumns({ a: '1' }, { a: '1' }, { a: '3' })).toEqual([]);
  });
});

describe('what is offered', () => {
  const denied = { select: true, insert: false, update: false };
  it.each([
    [table, status, undefined],
    [table, makeColumn('c', 'numeric', { generated: true }), 'The database computes this column.'],
    [table, makeColumn('c', 'integer', { identity: 'always' }), 'The database numbers this column.'],
    [table, makeColumn('c', 'text', { privileges: denied }), 'Your role may not change this column.'],
    [
      makeTable('t', [id], { privileges: { ...table.privileges, update: false } }),
      status,
      'Your role may not change rows here.',
    ],
    [
      makeTable('t', [id], { kind: 'view', privileges: { ...table.privileges, update: false } }),
      status,
      'This view is read-only.',
    ],
    [
      makeTable('t', [status], { primaryKey: [] }),
      status,
      'This table has no key, so one row can’t be told from another.',
    ],
  ])('%# a cell is locked for a reason', (t, column, reason) => {
    expect(lockReason(t, column)).toBe(reason);
  });
  it('a new record brings only what may be inserted', () => {
    expect(isInsertable(makeColumn('c', 'integer', { identity: 'by default' }))).toBe(true);
    expect(isInsertable(makeColumn('c', 'integer', { identity: 'always' }))).toBe(false);
    expect(isInsertable(makeColumn('c', 'text', { privileges: denied }))).toBe(false);
  });
});
