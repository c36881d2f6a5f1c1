import { describe, expect, it } from 'vitest';
import type { RelatedTable } from '@/data/relations/related.utils';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { deleteEffectOf, describeDeleteEffect, formatReferenceCount } from './delete-effect';

const related = (onDelete: string, title = 'Order items'): RelatedTable => {
  const key = {
    name: 'fk',
    columns: ['order_id'],
    refSchema: 'public',
    refTable: 'orders',
    refColumns: ['id'],
    onDelete,
  };
  const columns = [makeColumn('id', 'integer'), makeColumn('order_id', 'integer', { title: 'Order' })];
  const table = makeTable('order_items', columns, { title, foreignKeys: [key] });
  return { kind: 'many', table, key, farRelation: undefined, keyTitles: '', isReadable: true };
};

describe('what becomes of the rows that refer', () => {
  it.each([
    ['cascade', 'deleted', 'is deleted too', 'are deleted too'],
    ['set null', 'emptied', 'stays, with NULL as Order', 'stay, with NULL as Order'],
    ['set default', 'emptied', 'stays, with its default as Order', 'stay, with its default as Order'],
    [
      'restrict',
      'kept',
      'refers to this by Order, so the database will refuse',
      'refer to this by Order, so the database will refuse',
    ],
    [
      '',
      'unknown',
      'refers to this by Order; what becomes of that isn’t known here',
      'refer to this by Order; what becomes of that isn’t known here',
    ],
  ])('on delete %s', (onDelete, fate, one, many) => {
    expect(deleteEffectOf(related(onDelete))).toBe(fate);
    expect(describeDeleteEffect(related(onDelete), 1)).toBe(one);
    expect(describeDeleteEffect(related(onDelete), 2)).toBe(many);
  });
  it('is told of so many, in the table’s own words', () => {
    expect(formatReferenceCount(related('cascade'), 1)).toBe('1 order item');
    expect(formatReferenceCount(related('cascade'), 1200)).toBe(`${(1200).toLocaleString()} order items`);
    expect(formatReferenceCount(related('cascade', 'Lines'), 2)).toBe('2 rows of Lines');
  });
});
