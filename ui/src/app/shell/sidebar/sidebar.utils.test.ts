import { expect, test } from 'vitest';
import { schemaOf, table } from '@/testing/fixtures';
import { firstTable, groupTables } from './sidebar.utils';

test('one database schema needs no name', () => {
  expect(groupTables(schemaOf([table('a'), table('b')])).map(({ heading }) => heading)).toEqual(['Tables']);
});

test('several stand in the order in which they are exposed, those without tables left out', () => {
  const schema = schemaOf([table('a'), table('z', { schema: 'crm' })], ['public', 'empty', 'crm']);
  expect(groupTables(schema).map(({ heading, tables }) => [heading, tables.length])).toEqual([
    ['public', 1],
    ['crm', 1],
  ]);
});

test('a table with the tag @hidden is not listed', () => {
  expect(
    groupTables(schemaOf([table('a', { tags: { hidden: '' } }), table('b')]))[0]?.tables.map(
      ({ name }) => name,
    ),
  ).toEqual(['b']);
});

test('the first page is the first table whose rows can be read', () => {
  const sealed = table('a', { privileges: { select: false, insert: true, update: false, delete: false } });
  expect(firstTable(schemaOf([sealed, table('b')]))?.name).toBe('b');
  expect(firstTable(schemaOf([sealed]))?.name).toBe('a');
  expect(firstTable(schemaOf([]))).toBeUndefined();
});
