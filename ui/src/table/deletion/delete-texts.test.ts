import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Schema } from '@/lib/api.gen';
import { describeTableConsequences, describeUndo } from './delete-texts';

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
    expect(describeTableConsequences(schema, orders)).toEqual([
      'What belongs to it goes too: items and notes.',
      'References from logs are emptied.',
      'Rows of deliveries that refer to it keep it from being deleted.',
    ]);
  });
  it('says nothing where nothing refers to it', () => {
    expect(describeTableConsequences(schemaOf(orders), orders)).toEqual([]);
  });
});

describe('undoPromise', () => {
  const schema: Schema = {
    role: 'staff',
    source: 'function',
    schemas: ['public'],
    functions: [],
    tables: [],
  };
  const id = makeColumn('id', 'integer');
  const numbered = makeColumn('id', 'integer', { identity: 'always' });
  const fixed = makeColumn('vat', 'text', { privileges: { select: true, insert: false, update: false } });
  const sum = makeColumn('sum', 'numeric', { generated: true });

  it.each([
    ['all of a row', makeTable('t', [id, sum]), 'You can undo this.'],
    [
      'a row under another key',
      makeTable('t', [numbered, fixed]),
      'You can undo this, under a new key, without vat, which your role can’t set.',
    ],
    [
      'nothing, for who may not add rows',
      makeTable('t', [id], { privileges: { select: true, insert: false, update: true, delete: true } }),
      'Your role may not add rows here, so this can’t be undone.',
    ],
  ])('is of %s', (_, table, sentence) => expect(describeUndo(schema, table)).toBe(sentence));

  it('says that what goes with the row stays gone', () => {
    const orders = makeTable('orders', [id]);
    const items = makeTable('items', [id], {
      foreignKeys: [
        {
          name: 'fk',
          columns: ['id'],
          refSchema: 'public',
          refTable: 'orders',
          refColumns: ['id'],
          onDelete: 'cascade',
        },
      ],
    });
    expect(describeUndo({ ...schema, tables: [orders, items] }, orders)).toContain('the row alone');
  });
});
