import type { Column, Kind, Table } from '@/lib/api.gen';
import { table } from '@/testing/fixtures';

/** A nullable column that the caller may do everything with, changed as asked. */
export function column(name: string, kind: Kind, changes: Partial<Column> = {}): Column {
  return {
    name,
    title: name,
    comment: '',
    tags: {},
    type: kind,
    base: kind,
    kind,
    array: false,
    enum: [],
    nullable: true,
    default: null,
    generated: false,
    identity: '',
    maxLength: null,
    precision: null,
    scale: null,
    privileges: { select: true, insert: true, update: true },
    ...changes,
  };
}

/** Products, found by their sku. */
export const products: Table = table('products', {
  columns: [
    column('id', 'integer', { nullable: false, identity: 'always' }),
    column('sku', 'text', { nullable: false, title: 'SKU' }),
    column('name', 'text', { nullable: false, title: 'Product name' }),
    column('price', 'numeric', { nullable: false, default: '1.00' }),
    column('origin_id', 'integer', { title: 'Origin' }),
    column('note', 'text'),
    column('total', 'numeric', { generated: true }),
  ],
  uniqueKeys: [['sku']],
});
