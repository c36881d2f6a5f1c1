import { describe, expect, it } from 'vitest';
import type { Schema } from '@/lib/api.gen';
import { makeColumn, makeTable } from '../../testing/fixtures';
import { consequences } from './delete-dialog.utils';

describe('consequences', () => {
  const id = makeColumn('id', 'integer');
  const orders = makeTable('orders', [id]);
  const referring = (name: string, onDelete: string, refTable = 'orders') =>
    makeTable(name, [id], {
      foreignKeys: [
        { name: 'fk', columns: ['id'], refSchema: 'public', refTable, refColumns: ['id'], onDelete },
      ],
    });
  const schemaOf = (...tables: Schema['tables']): Schema => ({
    role: 'staff',
    source: 'function',
    schemas: ['public'],
    functions: [],
    tables,
  });

  it('tells what goes too, what is emptied, and what keeps a row from being deleted', () => {
    const schema = schemaOf(
      referring('items', 'cascade'),
      referring('notes', 'cascade'),
      referring('logs', 'set null'),
      referring('deliveries', 'restrict'),
      referring('other', 'cascade', 'customers'),
    );
    expect(consequences(schema, orders)).toEqual([
      'What belongs to it goes too: items and notes.',
      'References from logs are emptied.',
      'Rows of deliveries that refer to it keep it from being deleted.',
    ]);
  });
  it('says nothing where nothing refers to it', () => {
    expect(consequences(schemaOf(orders), orders)).toEqual([]);
  });
});
