import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { findDefaultOrder } from './default-order';

const id = makeColumn('id', 'uuid', { default: 'gen_random_uuid()' });
const note = makeColumn('note', 'text');
const createdAt = makeColumn('createdAt', 'timestamptz', { nullable: false, default: 'now()' });
const columns = [id, note, createdAt];

it('orders rows with random keys by the time of their insert, the newest first', () => {
  expect(findDefaultOrder(makeTable('sales', columns))).toEqual([{ column: 'createdAt', descending: true }]);
});

it('puts rows without a time last', () => {
  const table = makeTable('sales', [id, { ...createdAt, nullable: true }]);
  expect(findDefaultOrder(table)).toEqual([{ column: 'createdAt', descending: true, nullsFirst: false }]);
});

it('prefers the order of the tag', () => {
  const table = makeTable('sales', columns, { tags: { order: 'note,unknown.desc' } });
  expect(findDefaultOrder(table)).toEqual([{ column: 'note', descending: false }]);
});

it.each([
  ['keys that increase', [makeColumn('id', 'integer'), createdAt], {}],
  ['UUIDs that contain a time', [{ ...id, default: 'uuidv7()' }, createdAt], {}],
  ['several keys', columns, { primaryKey: ['id', 'note'] }],
  ['many rows', columns, { estimatedRows: 3_000_000 }],
  ['no time of the insert', [id, makeColumn('updated_at', 'timestamptz')], {}],
  ['an unreadable time', [id, { ...createdAt, privileges: { ...createdAt.privileges, select: false } }], {}],
])('orders rows by the key: %s', (_, of, changes) => {
  expect(findDefaultOrder(makeTable('sales', of, changes))).toEqual([]);
});
