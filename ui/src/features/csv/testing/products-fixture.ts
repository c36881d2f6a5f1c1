import type { Table } from '@/lib/api.gen';
import { makeBaseTable, makeColumn } from '@/testing/api-fixtures';

/** Products with a unique SKU, a reference and a generated column. */
export const products: Table = makeBaseTable('products', {
  columns: [
    makeColumn('id', 'integer', { nullable: false, identity: 'always' }),
    makeColumn('sku', 'text', { nullable: false, title: 'SKU' }),
    makeColumn('name', 'text', { nullable: false, title: 'Product name' }),
    makeColumn('price', 'numeric', { nullable: false, default: '1.00' }),
    makeColumn('origin_id', 'integer', { title: 'Origin' }),
    makeColumn('note', 'text'),
    makeColumn('total', 'numeric', { generated: true }),
  ],
  uniqueKeys: [['sku']],
});
