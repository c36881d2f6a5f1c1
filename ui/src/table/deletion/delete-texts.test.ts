import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Schema } from '@/lib/api.gen';
import { describeTableConsequences, describeUndo } from './delete-texts';

describe('describeTableConsequences', () => {
  const id = makeColumn('id', 'integer');
  const orders = makeTable('orders', [id]);
  const referring = (name: string, onDelete: string, refTable = 'orders') =>
    makeTable(name, [id], {
      foreignKeys: [
        {
          name: 'fk',
          columns: ['id'],
          refSchema: 'public',
          refTable,
          refColumns: ['id'],
          onDelete,
        },
      ],
    });
  const makeSchema = (...tables: Schema['tables']): Schema => ({
    role: 'staff',
    source: 'function',
    schemas: ['public'],
    actions: [],
    warnings: [],
    tables,
  });

  it('lists what is also deleted, what is cleared, and what prevents the delete', () => {
    const schema = makeSchema(
      referring('items', 'cascade'),
      referring('notes', 'cascade'),
      referring('logs', 'set null'),
      referring('deliveries', 'restrict'),
      referring('other', 'cascade', 'customers'),
      { ...referring('open_items', 'restrict'), kind: 'view' },
    );
    expect(describeTableConsequences(schema, orders)).toEqual([
      'Related rows in items and notes are also deleted.',
      'References from logs are cleared.',
      'Rows in deliveries that refer to it prevent the delete.',
    ]);
  });
  it('returns nothing if no table refers to it', () => {
    expect(describeTableConsequences(makeSchema(orders), orders)).toEqual([]);
  });
});

describe('describeUndo', () => {
  const schema: Schema = {
    role: 'staff',
    source: 'function',
    schemas: ['public'],
    actions: [],
    warnings: [],
    tables: [],
  };
  const id = makeColumn('id', 'integer');
  const numbered = makeColumn('id', 'integer', { identity: 'always' });
  const fixed = makeColumn('vat', 'text', { privileges: { select: true, insert: false, update: false } });
  const sum = makeColumn('sum', 'numeric', { generated: true });

  it.each([
    ['for a row without lost columns', makeTable('t', [id, sum]), 'You can undo this.'],
    [
      'for a row with a generated key',
      makeTable('t', [numbered, fixed]),
      'You can undo this. Its ID will change. vat can’t be restored, because your role can’t set it.',
    ],
    [
      'for a role that can’t add rows',
      makeTable('t', [id], { privileges: { select: true, insert: false, update: true, delete: true } }),
      'You can’t undo this: your role (staff) can’t add rows.',
    ],
  ])('describes undo %s', (_, table, sentence) => expect(describeUndo(schema, table, [{}])).toBe(sentence));
  it('has a plural', () => {
    const orders = makeTable('orders', [makeColumn('id', 'integer', { identity: 'always' })]);
    expect(describeUndo(schema, orders, [{}, {}])).toBe('You can undo this. Their IDs will change.');
  });

  it('warns that rows with a JSON null in a required column can’t be restored', () => {
    const table = makeTable('t', [id, makeColumn('meta', 'json', { nullable: false })]);
    const lost = { id: '1', meta: 'null' };
    expect(describeUndo(schema, table, [lost])).toBe(
      'You can’t undo this: the backend can’t write the JSON value null of meta again.',
    );
    expect(describeUndo(schema, table, [lost, { id: '2', meta: '{}' }])).toBe(
      'You can undo this. Rows with the JSON value null in meta can’t be restored.',
    );
    const nullable = makeTable('t', [id, makeColumn('meta', 'json', { nullable: true })]);
    expect(describeUndo(schema, nullable, [lost])).toBe('You can undo this.');
  });

  it('states that undo does not restore related rows', () => {
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
    expect(describeUndo({ ...schema, tables: [orders, items] }, orders, [{}])).toContain(
      'only the row itself',
    );
  });
});
