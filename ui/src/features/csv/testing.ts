import type { Table } from '@/lib/api.gen';
import { column, table } from '@/testing/fixtures';

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
