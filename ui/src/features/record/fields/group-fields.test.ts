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

const listGroupNames = (table: Table, columns: readonly Column[]) =>
  groupFields(table, columns).map(({ name, columns }) => [
    name,
    columns.map((column) => column.name).join(' '),
  ]);

describe('groupFields', () => {
  it('starts with the files, then the title, and ends with the columns that the database sets', () => {
    expect(listGroupNames(table, table.columns)).toEqual([
      ['files', 'photo'],
      ['main', 'name sku price'],
      ['long', 'notes attributes'],
      ['details', 'id created_at gross'],
    ]);
  });
  it('shows a key that the user sets in the main group', () => {
    const countries = makeTable('countries', [makeColumn('code', 'text'), makeColumn('name', 'text')]);
    expect(listGroupNames(countries, countries.columns)).toEqual([['main', 'name code']]);
  });
  it('shows a time of change in the details only if the database sets it', () => {
    const log = makeTable('log', [
      makeColumn('what', 'text'),
      makeColumn('changed_at', 'timestamptz'),
      makeColumn('updated_by', 'uuid', { privileges: { select: true, insert: false, update: false } }),
    ]);
    expect(listGroupNames(log, log.columns)).toEqual([
      ['main', 'what changed_at'],
      ['details', 'updated_by'],
    ]);
  });
  it('shows the optional user and time of the insert and the last update in the details', () => {
    const accounts = makeTable('accounts', [
      makeColumn('what', 'text'),
      makeColumn('created_at', 'timestamptz'),
      makeColumn('created_by', 'uuid'),
      makeColumn('updated_by', 'uuid', { nullable: false }),
      makeColumn('recorded_by', 'uuid'),
    ]);
    expect(listGroupNames(accounts, accounts.columns)).toEqual([
      ['main', 'what updated_by recorded_by'],
      ['details', 'created_at created_by'],
    ]);
  });
  it('shows an optional time of the last update and embeddings in the details', () => {
    const chunks = makeTable('chunks', [
      makeColumn('what', 'text'),
      makeColumn('updated_at', 'timestamptz'),
      makeColumn('embedding', 'other', { base: 'vector' }),
      makeColumn('updated_on', 'date'),
    ]);
    expect(listGroupNames(chunks, chunks.columns)).toEqual([
      ['main', 'what updated_on'],
      ['details', 'updated_at embedding'],
    ]);
  });
  it('shows a time that the database sets in the details, although it is part of the title', () => {
    const sales = makeTable('sales', [
      makeColumn('id', 'uuid', { default: 'gen_random_uuid()' }),
      makeColumn('quantity', 'integer'),
      makeColumn('created_at', 'timestamptz', { default: 'now()' }),
    ]);
    expect(listGroupNames(sales, sales.columns)).toEqual([
      ['main', 'quantity'],
      ['details', 'id created_at'],
    ]);
  });
  it('shows the details as the main group if there are no other fields', () => {
    const counters = makeTable('counters', [makeColumn('id', 'integer', { identity: 'always' })]);
    expect(listGroupNames(counters, counters.columns)).toEqual([['main', 'id']]);
    const [, created] = table.columns;
    expect(listGroupNames(table, created ? [created] : [])).toEqual([['main', 'created_at']]);
  });
});
