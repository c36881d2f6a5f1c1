import { describe, expect, it } from 'vitest';
import type { Row } from '@/data/rows/row';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { findTitleColumn } from '@/data/titles/row-titles';
import type { Column, ForeignKey } from '@/lib/api.gen';
import {
  distributeWidth,
  fitColumnWidth,
  isEndAligned,
  listDefaultColumns,
  listVisibleColumns,
  makeLargestKeyRow,
  measureValueWidths,
  moveColumn,
} from './columns.utils';

const makeForeignKey = (columns: string[], refTable: string): ForeignKey => ({
  ...{ name: `${refTable}_fkey`, columns, refSchema: 'public', refTable, refColumns: ['id'] },
  ...{ onDelete: 'no action', notEmbeddable: false },
});

describe('listDefaultColumns and listVisibleColumns', () => {
  const hidden = { select: false, insert: false, update: false };
  const table = makeTable('t', [
    makeColumn('id', 'uuid'),
    makeColumn('name', 'text'),
    makeColumn('secret', 'text', { privileges: hidden }),
    makeColumn('internal', 'text', { tags: { hidden: '' } }),
    makeColumn('search', 'tsvector'),
    makeColumn('embedding', 'other', { base: 'vector' }),
  ]);
  it('omit hidden, unreadable and technical columns', () => {
    expect(listDefaultColumns(table)).toEqual(['name']);
  });
  it('include a key by which a view links to the rows of a table', () => {
    const columns = [makeColumn('order_id', 'uuid'), makeColumn('name', 'text')];
    const link = { ...makeForeignKey(['order_id'], 'orders'), notEmbeddable: true };
    const view = makeTable('overview', columns, { kind: 'view', primaryKey: ['order_id'] });
    expect(listDefaultColumns({ ...view, foreignKeys: [link] })).toEqual(['order_id', 'name']);
    expect(listDefaultColumns({ ...view, foreignKeys: [] })).toEqual(['name']);
  });
  it('omit the id of the account in a table that describes the accounts', () => {
    const columns = [makeColumn('id', 'uuid'), makeColumn('user_id', 'uuid'), makeColumn('name', 'text')];
    const foreignKeys = [makeAccountKey('user_id')];
    const profiles = makeTable('profiles', columns, { foreignKeys, uniqueKeys: [['user_id']] });
    expect(listDefaultColumns(profiles)).toEqual(['name']);
    expect(listDefaultColumns(makeTable('carts', columns, { foreignKeys }))).toEqual(['name', 'user_id']);
  });
  it('put the first column with files after the title', () => {
    const photo = makeColumn('photo', 'text', { tags: { file: 'bucket=photos' } });
    const columns = [
      makeColumn('sku', 'text'),
      makeColumn('name', 'text'),
      makeColumn('price', 'numeric'),
      photo,
    ];
    const products = makeTable('products', columns);
    expect(findTitleColumn(products)?.name).toBe('name');
    expect(listDefaultColumns(products)).toEqual(['sku', 'name', 'photo', 'price']);
  });
  it('leave a column with files where it is if the title is hidden', () => {
    const columns = [
      makeColumn('sku', 'text'),
      makeColumn('name', 'text', { tags: { hidden: '' } }),
      makeColumn('photo', 'text', { tags: { file: 'bucket=photos' } }),
    ];
    const products = makeTable('products', columns, { tags: { 'record-title': '{name}' } });
    expect(findTitleColumn(products)?.name).toBe('name');
    expect(listDefaultColumns(products)).toEqual(['sku', 'photo']);
  });
  it('put the title before references, and the reference to the tenant last', () => {
    const reference = (column: string) => makeForeignKey([column], 'others');
    const foreignKeys = [reference('org_id'), reference('customer_id')];
    const columns = ['id', 'org_id', 'customer_id', 'name', 'city'].map((name) =>
      makeColumn(name, 'integer'),
    );
    const names = columns.map((column) => (column.name === 'name' ? makeColumn('name', 'text') : column));
    expect(listDefaultColumns(makeTable('sites', names, { foreignKeys }))).toEqual([
      'id',
      'name',
      'customer_id',
      'city',
      'org_id',
    ]);
    const view = makeTable('v', [makeColumn('tenant', 'uuid'), makeColumn('title', 'text')], {
      primaryKey: [],
    });
    expect(listDefaultColumns(view)).toEqual(['title', 'tenant']);
  });
  it.each(['created_at', 'inserted_at', 'createdAt'])(
    'put %s after the title and the other columns',
    (name) => {
      const columns = [
        makeColumn(name, 'timestamptz'),
        makeColumn('name', 'text'),
        makeColumn('due_date', 'date'),
        makeColumn('tenant_id', 'uuid'),
      ];
      const projects = makeTable('projects', columns, {
        primaryKey: [],
        foreignKeys: [makeForeignKey(['tenant_id'], 'tenants')],
      });
      expect(listDefaultColumns(projects)).toEqual(['name', 'due_date', name, 'tenant_id']);
      expect(listVisibleColumns(projects, [name, 'name']).map((column) => column.name)).toEqual([
        name,
        'name',
      ]);
    },
  );
  it('omit vectors and other uuids with the name id, and put the time of a title after its reference', () => {
    const columns = [
      makeColumn('id', 'uuid'),
      makeColumn('slug', 'text'),
      makeColumn('name', 'text'),
      makeColumn('embedding', 'other', { base: 'vector' }),
    ];
    expect(listDefaultColumns(makeTable('categories', columns, { primaryKey: ['slug'] }))).toEqual([
      'slug',
      'name',
    ]);
    const visits = [
      makeColumn('id', 'uuid'),
      makeColumn('created_at', 'timestamptz'),
      makeColumn('van_id', 'uuid'),
      makeColumn('note', 'text'),
    ];
    const foreignKeys = [makeForeignKey(['van_id'], 'vans')];
    expect(listDefaultColumns(makeTable('visits', visits, { foreignKeys }))).toEqual([
      'van_id',
      'note',
      'created_at',
    ]);
  });
  it('put the title before lists', () => {
    const columns = ['file_path', 'name'].map((name) => makeColumn(name, 'text'));
    const files = columns.map((column) => ({ ...column, array: column.name === 'file_path' }));
    expect(listDefaultColumns(makeTable('files', files, { primaryKey: [] }))).toEqual(['name', 'file_path']);
  });
  it('put a reference last that the policies show to be to the tenant', () => {
    const columns = [
      makeColumn('id', 'uuid'),
      makeColumn('team_id', 'uuid', { tenant: true }),
      makeColumn('name', 'text'),
      makeColumn('created_at', 'timestamptz'),
    ];
    const foreignKeys = [makeForeignKey(['team_id'], 'teams')];
    expect(listDefaultColumns(makeTable('tags', columns, { foreignKeys }))).toEqual([
      'name',
      'created_at',
      'team_id',
    ]);
  });
  it('do not move a time that is the title, or part of the key, or columns that are no times', () => {
    const entries = makeTable('entries', [
      makeColumn('created_at', 'timestamptz'),
      makeColumn('a', 'numeric'),
    ]);
    expect(listDefaultColumns({ ...entries, primaryKey: ['created_at'] })).toEqual(['created_at', 'a']);
    const flags = makeTable('flags', [makeColumn('modified', 'boolean'), makeColumn('name', 'text')]);
    expect(listDefaultColumns(flags)).toEqual(['modified', 'name']);
  });
  it('do not move a text with the name of an organization, or a tenant that is part of the title', () => {
    const contacts = makeTable('contacts', [makeColumn('organization', 'text'), makeColumn('name', 'text')]);
    expect(listDefaultColumns(contacts)).toEqual(['organization', 'name']);
    const columns = [
      makeColumn('org_id', 'uuid'),
      makeColumn('user_id', 'uuid'),
      makeColumn('since', 'date'),
    ];
    const members = makeTable('members', columns, {
      primaryKey: ['org_id', 'user_id'],
      foreignKeys: [makeForeignKey(['org_id'], 'orgs'), makeForeignKey(['user_id'], 'users')],
    });
    expect(listDefaultColumns(members)).toEqual(['org_id', 'user_id', 'since']);
  });
  it('keep the chosen order, without unreadable columns', () => {
    expect(
      listVisibleColumns(table, ['internal', 'secret', 'dropped', 'id']).map(({ name }) => name),
    ).toEqual(['internal', 'id']);
  });
  it('return all columns instead of none', () => {
    expect(listVisibleColumns(table, ['dropped'])).toHaveLength(5);
    expect(listDefaultColumns(makeTable('t', [makeColumn('id', 'uuid')]))).toEqual(['id']);
  });
});

describe('isEndAligned', () => {
  it.each([
    ['amount', 'numeric', 'numeric', true],
    ['id', 'integer', 'int4', false],
    ['amounts', 'range', 'int4range', false],
  ] as const)('%s of the type %s', (name, kind, base, expected) => {
    const column = makeColumn(name, kind, { base });
    expect(isEndAligned(makeTable('t', [makeColumn('id', 'integer'), column]), column)).toBe(expected);
  });
});

describe('fitColumnWidth', () => {
  const table = makeTable('t', [makeColumn('id', 'integer')], { primaryKey: ['id'] });
  const fitted = (column: Column, rows: readonly Row[]) =>
    fitColumnWidth(column, measureValueWidths(table, [column], rows).get(column.name) ?? 0, false);
  it('grows with the values up to a limit', () => {
    const code = makeColumn('code', 'text');
    const narrow = fitted(code, [{ code: 'ab' }]);
    const wide = fitted(code, [{ code: 'x'.repeat(30) }, { code: null }]);
    const huge = fitted(code, [{ code: 'x'.repeat(3000) }]);
    expect(narrow).toBeLessThan(wide);
    expect(huge).toBe(280);
  });
  it('has space for the title', () => {
    const column = makeColumn('b', 'boolean', { title: 'Is a wholesale customer' });
    expect(fitted(column, [])).toBeGreaterThan(200);
  });
  it('has space for the bar, the stars or the color beside the text of a format', () => {
    const width = (kind: 'integer' | 'text', format: string, value: string) =>
      fitted(makeColumn('a', kind, { tags: { format } }), [{ a: value }]);
    const plain = width('integer', 'plain', '1000000000');
    expect(width('integer', 'progress 1000000000', '1000000000')).toBeGreaterThanOrEqual(64 + 8 + 30);
    expect(width('integer', 'rating 10', '3')).toBeGreaterThanOrEqual(10 * 13);
    expect(plain).toBeLessThan(width('integer', 'progress', '1000000000'));
    const [text, color] = ['plain', 'color'].map((format) => width('text', format, '#aabbccddeeff00'));
    expect(color).toBe((text ?? 0) + 28);
  });
  it('has space for the mark of a late date', () => {
    const due = makeColumn('due_on', 'date');
    const start = makeColumn('starts_on', 'date');
    const table = makeTable('invoices', [due, start]);
    const widths = measureValueWidths(
      table,
      [due, start],
      [{ due_on: '2026-03-12', starts_on: '2026-03-12' }],
    );
    expect((widths.get('due_on') ?? 0) - (widths.get('starts_on') ?? 0)).toBeGreaterThanOrEqual(17);
  });
  it('has space for the longest key of the table', () => {
    const id = makeColumn('id', 'integer');
    const last = { id: '9000000000' };
    expect(fitted(id, [{ id: '1' }, makeLargestKeyRow(table, 1_000_000_000)])).toBe(fitted(id, [last]));
    expect(fitted(id, [{ id: '1' }])).toBeLessThan(fitted(id, [last]));
  });
  it.each([
    ['a key of several columns', { primaryKey: ['id', 'n'] }],
    ['none', { primaryKey: [] }],
  ])('returns no largest key with %s', (_, key) => {
    expect(makeLargestKeyRow({ ...table, ...key }, 1_000)).toEqual({});
  });
});

describe('measureValueWidths', () => {
  const columns = [makeColumn('code', 'text'), makeColumn('n', 'integer')];
  const table = makeTable('t', columns);
  it('never returns less than an earlier measurement', () => {
    const before = measureValueWidths(table, columns, [{ code: 'long enough', n: '1' }]);
    const after = measureValueWidths(table, columns, [{ code: 'short', n: '123456' }], before);
    expect(after.get('code')).toBe(before.get('code'));
    expect(after.get('n')).toBeGreaterThan(before.get('n') ?? 0);
  });
});

describe('distributeWidth', () => {
  const columns = [makeColumn('id', 'integer'), makeColumn('name', 'text'), makeColumn('notes', 'text')];
  it('changes nothing without free width', () => {
    expect(distributeWidth([80, 120, 200], columns, new Set(), 300)).toEqual([80, 120, 200]);
  });
  it('widens short texts up to a limit, then long texts', () => {
    expect(distributeWidth([80, 120, 200], columns, new Set(), 500)).toEqual([80, 170, 250]);
    expect(distributeWidth([80, 120, 200], columns, new Set(), 1000)).toEqual([80, 260, 660]);
  });
  it('widens references', () => {
    expect(distributeWidth([80, 120, 200], columns, new Set(['id']), 490)).toEqual([110, 150, 230]);
  });
});

describe('moveColumn', () => {
  it.each([
    ['a', 'c', ['b', 'c', 'a']],
    ['c', 'a', ['c', 'a', 'b']],
    ['b', 'b', ['a', 'b', 'c']],
    ['x', 'a', ['a', 'b', 'c']],
  ])('moves %s to the position of %s', (moved, target, want) => {
    expect(moveColumn(['a', 'b', 'c'], moved, target)).toEqual(want);
  });
});
