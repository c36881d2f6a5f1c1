import { expect, test } from 'vitest';
import { makeBaseTable, makeSchema } from '@/testing/api-fixtures';
import { findFirstTable, groupTables } from './sidebar.utils';

test('one database schema needs no name', () => {
  expect(
    groupTables(makeSchema([makeBaseTable('a'), makeBaseTable('b')])).map(({ heading }) => heading),
  ).toEqual(['Tables']);
});

test('several stand in the order in which they are exposed, those without tables left out', () => {
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

test('the first page is the first table whose rows can be read', () => {
  const sealed = makeBaseTable('a', {
    privileges: { select: false, insert: true, update: false, delete: false },
  });
  expect(findFirstTable(makeSchema([sealed, makeBaseTable('b')]))?.name).toBe('b');
  expect(findFirstTable(makeSchema([sealed]))?.name).toBe('a');
  expect(findFirstTable(makeSchema([]))).toBeUndefined();
});
