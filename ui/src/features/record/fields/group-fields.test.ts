import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Column, Table } from '@/lib/api.gen';
import { groupFields } from './group-fields';

const table = makeTable('products', [
  makeColumn('id', 'integer', { nullable: false, identity: 'always' }),
  makeColumn('created_at', 'timestamptz', { nullable: false, default: 'now()' }),
  makeColumn('sku', 'text', { nullable: false }),
  makeColumn('name', 'text', { nullable: false }),
  makeColumn('notes', 'text'),
  makeColumn('photo', 'text', { tags: { file: 'bucket=photos' } }),
  makeColumn('price', 'numeric'),
  makeColumn('attributes', 'json'),
  makeColumn('gross', 'numeric', { generated: true }),
]);

const listGroupNames = (table: Table, columns: readonly Column[], isNew: boolean, isTouch = false) =>
  groupFields(table, columns, { isNew, isTouch }).map(({ name, columns }) => [
    name,
    columns.map((column) => column.name).join(' '),
  ]);

describe('groupFields', () => {
  it('starts with the title of a new record, and ends with the columns that the database sets', () => {
    expect(listGroupNames(table, table.columns, true)).toEqual([
      ['main', 'name sku price'],
      ['files', 'photo'],
      ['long', 'notes attributes'],
      ['details', 'id created_at gross'],
    ]);
  });
  it('starts with the files of an existing record', () => {
    expect(listGroupNames(table, table.columns, false).map(([name]) => name)).toEqual([
      'files',
      'main',
      'long',
      'details',
    ]);
  });
  it('starts with the camera for a new record on a phone', () => {
    expect(listGroupNames(table, table.columns, true, true)[0]).toEqual(['files', 'photo']);
  });
  it('shows a key that the user sets in the main group', () => {
    const countries = makeTable('countries', [makeColumn('code', 'text'), makeColumn('name', 'text')]);
    expect(listGroupNames(countries, countries.columns, true)).toEqual([['main', 'name code']]);
  });
  it('shows a time of change in the details only if the database sets it', () => {
    const log = makeTable('log', [
      makeColumn('what', 'text'),
      makeColumn('changed_at', 'timestamptz'),
      makeColumn('updated_by', 'uuid', { privileges: { select: true, insert: false, update: false } }),
    ]);
    expect(listGroupNames(log, log.columns, true)).toEqual([
      ['main', 'what changed_at'],
      ['details', 'updated_by'],
    ]);
  });
  it('shows the details as the main group if there are no other fields', () => {
    const counters = makeTable('counters', [makeColumn('id', 'integer', { identity: 'always' })]);
    expect(listGroupNames(counters, counters.columns, true)).toEqual([['main', 'id']]);
    const [, created] = table.columns;
    expect(listGroupNames(table, created ? [created] : [], true)).toEqual([['main', 'created_at']]);
  });
});
