import { describe, expect, it } from 'vitest';
import type { RelatedTable } from '@/data/relations/related.utils';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { describeDeleteEffect, formatReferenceCount, getDeleteEffect } from './delete-effect';

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

describe('the effect of a delete on referring rows', () => {
  it.each([
    ['cascade', 'deleted', 'is also deleted.', 'are also deleted.'],
    ['set null', 'cleared', 'stays, with Order set to NULL.', 'stay, with Order set to NULL.'],
    [
      'set default',
      'cleared',
      'stays, with Order set to the default.',
      'stay, with Order set to the default.',
    ],
    [
      'restrict',
      'prevented',
      'refers to it in Order, so the database will reject the delete.',
      'refer to it in Order, so the database will reject the delete.',
    ],
    [
      '',
      'unknown',
      'refers to it in Order. The effect is unknown.',
      'refer to it in Order. The effect is unknown.',
    ],
  ])('on delete %s', (onDelete, effect, singular, plural) => {
    expect(getDeleteEffect(related(onDelete))).toBe(effect);
    expect(describeDeleteEffect(related(onDelete), 1)).toBe(singular);
    expect(describeDeleteEffect(related(onDelete), 2)).toBe(plural);
  });
  it('names the number of rows with the noun of the table', () => {
    expect(formatReferenceCount(related('cascade'), 1)).toBe('1 order item');
    expect(formatReferenceCount(related('cascade'), 1200)).toBe(`${(1200).toLocaleString()} order items`);
    expect(formatReferenceCount(related('cascade', 'Lines'), 2)).toBe('2 rows of Lines');
    const count = (name: string, title: string) => {
      const found = related('cascade', title);
      return formatReferenceCount({ ...found, table: { ...found.table, name } }, 2);
    };
    expect(count('OrderItem', 'Order item')).toBe('2 order items');
    expect(count('Category', 'Category')).toBe('2 categories');
    expect(count('_PostToTag', 'Post to tag')).toBe('2 post to tags');
  });
});
