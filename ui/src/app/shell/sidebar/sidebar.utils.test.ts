import { expect, test } from 'vitest';
import { getPersonalTableId } from '@/data/home/personal-store';
import type { ForeignKey } from '@/lib/api.gen';
import { makeBaseTable, makeColumn, makeSchema } from '@/testing/api-fixtures';
import { arrangeTables, findOnlyTable, groupTables } from './sidebar.utils';

test('a single database schema has no heading', () => {
  expect(
    groupTables(makeSchema([makeBaseTable('a'), makeBaseTable('b')])).map(({ heading }) => heading),
  ).toEqual([undefined]);
});

test('database schemas are in the order in which they are exposed, without empty schemas', () => {
  const schema = makeSchema(
    [makeBaseTable('a'), makeBaseTable('z', { schema: 'crm' })],
    ['public', 'empty', 'crm'],
  );
  expect(groupTables(schema).map(({ heading, tables }) => [heading, tables.length])).toEqual([
    ['public', 1],
    ['crm', 1],
  ]);
});

test('a table with the tag @hidden is not listed', () => {
  expect(
    groupTables(
      makeSchema([makeBaseTable('a', { tags: { hidden: '' } }), makeBaseTable('b')]),
    )[0]?.tables.map(({ name }) => name),
  ).toEqual(['b']);
});

test('join tables follow the other tables, but not if they have values of their own', () => {
  const keys = (...columns: string[]): ForeignKey[] =>
    columns.map((column) => ({
      ...{ name: '', columns: [column], refSchema: 'public', refTable: `${column}s`, refColumns: ['id'] },
      onDelete: '',
    }));
  const makeJoinTable = (name: string, columns: string[], primaryKey: string[], more: string[] = []) =>
    makeBaseTable(name, {
      columns: [...columns, ...more].map((column) => makeColumn(column, 'uuid')),
      primaryKey,
      foreignKeys: keys(...columns),
    });
  const tables = [
    makeJoinTable('a_b', ['user', 'a', 'b'], ['a', 'b'], ['created_at']),
    makeJoinTable('a_c', ['a', 'c'], ['a', 'c'], ['quantity']),
    makeJoinTable('a_d', ['a', 'd'], ['id'], ['id']),
    makeBaseTable('b'),
  ];
  expect(groupTables(makeSchema(tables))[0]?.tables.map(({ name }) => name)).toEqual([
    ...['a_c', 'a_d', 'b', 'a_b'],
  ]);
});

test('the start page is the only table whose rows can be read, and otherwise the home page', () => {
  const unreadable = makeBaseTable('a', {
    privileges: { select: false, insert: true, update: false, delete: false },
  });
  expect(findOnlyTable(makeSchema([unreadable, makeBaseTable('b')]))?.name).toBe('b');
  expect(findOnlyTable(makeSchema([unreadable]))?.name).toBe('a');
  expect(findOnlyTable(makeSchema([makeBaseTable('a'), makeBaseTable('b')]))).toBeUndefined();
  expect(findOnlyTable(makeSchema([]))).toBeUndefined();
});

test('tables with the tag @group are listed under it, before the others', () => {
  const schema = makeSchema([
    makeBaseTable('orders', { tags: { group: 'Sales' } }),
    makeBaseTable('plans'),
    makeBaseTable('beans', { tags: { group: 'Production' } }),
    makeBaseTable('customers', { tags: { group: 'Sales' } }),
  ]);
  expect(groupTables(schema).map(({ heading, tables }) => [heading, tables.map(({ name }) => name)])).toEqual(
    [
      ['Production', ['beans']],
      ['Sales', ['customers', 'orders']],
      [undefined, ['plans']],
    ],
  );
});

test('favorites are first, hidden tables are listed only while they are open, and moved tables keep their order', () => {
  const tables = ['a', 'b', 'c', 'd'].map((name) => makeBaseTable(name));
  const ids = Object.fromEntries(tables.map((table) => [table.name, getPersonalTableId(table)]));
  const list = (names: string) => [...names].map((name) => ids[name] ?? '');
  const settings = {
    favorites: list('c'),
    hidden: list('b'),
    order: list('da'),
    hidesCounts: false,
    opened: [],
    homeTiles: [],
  };
  const arrange = (current: string) =>
    arrangeTables(groupTables(makeSchema(tables)), settings, ({ name }) => name === current);
  expect(arrange('').favorites.map(({ name }) => name)).toEqual(['c']);
  expect(arrange('').groups[0]?.tables.map(({ name }) => name)).toEqual(['d', 'a']);
  expect(arrange('b').groups[0]?.tables.map(({ name }) => name)).toEqual(['d', 'a', 'b']);
});

test('tables are in the order of their titles, not of their names', () => {
  const schema = makeSchema([
    makeBaseTable('orders', { title: 'Orders' }),
    makeBaseTable('profiles', { title: 'People' }),
    makeBaseTable('operations', { title: 'operations' }),
  ]);
  expect(groupTables(schema)[0]?.tables.map(({ title }) => title)).toEqual([
    'operations',
    'Orders',
    'People',
  ]);
});
