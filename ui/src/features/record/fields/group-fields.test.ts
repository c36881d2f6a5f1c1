import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
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

const namesOf = (...args: Parameters<typeof groupFields>) =>
  groupFields(...args).map(({ name, columns }) => [name, columns.map((column) => column.name).join(' ')]);

describe('groupFields', () => {
  it('begins with what names the record, and ends with what the database keeps', () => {
    expect(namesOf(table, table.columns)).toEqual([
      ['main', 'name sku price'],
      ['files', 'photo'],
      ['long', 'notes attributes'],
      ['details', 'id created_at gross'],
    ]);
  });
  it('keeps a key that a person gives among the fields', () => {
    const countries = makeTable('countries', [makeColumn('code', 'text'), makeColumn('name', 'text')]);
    expect(namesOf(countries, countries.columns)).toEqual([['main', 'name code']]);
  });
  it('sets a moment of change apart only if the database fills it', () => {
    const log = makeTable('log', [
      makeColumn('what', 'text'),
      makeColumn('changed_at', 'timestamptz'),
      makeColumn('updated_by', 'uuid', { privileges: { select: true, insert: false, update: false } }),
    ]);
    expect(namesOf(log, log.columns)).toEqual([
      ['main', 'what changed_at'],
      ['details', 'updated_by'],
    ]);
  });
  it('folds nothing away where there is nothing else', () => {
    const counters = makeTable('counters', [makeColumn('id', 'integer', { identity: 'always' })]);
    expect(namesOf(counters, counters.columns)).toEqual([['main', 'id']]);
    const [, created] = table.columns;
    expect(namesOf(table, created ? [created] : [])).toEqual([['main', 'created_at']]);
  });
});
