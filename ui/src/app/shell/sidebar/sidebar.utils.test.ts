import { expect, test } from 'vitest';
import { makeBaseTable, makeSchema } from '@/testing/api-fixtures';
import { findFirstTable, groupTables } from './sidebar.utils';

test('a single database schema has no heading', () => {
  expect(
    groupTables(makeSchema([makeBaseTable('a'), makeBaseTable('b')])).map(({ heading }) => heading),
  ).toEqual([undefined]);
});

test('database schemas are in the order in which they are exposed, without empty ones', () => {
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

test('the start page is the first table whose rows can be read', () => {
  const unreadable = makeBaseTable('a', {
    privileges: { select: false, insert: true, update: false, delete: false },
  });
  expect(findFirstTable(makeSchema([unreadable, makeBaseTable('b')]))?.name).toBe('b');
  expect(findFirstTable(makeSchema([unreadable]))?.name).toBe('a');
  expect(findFirstTable(makeSchema([]))).toBeUndefined();
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
