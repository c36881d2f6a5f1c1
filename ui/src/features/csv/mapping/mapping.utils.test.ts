import { describe, expect, it } from 'vitest';
import { makeBaseTable, makeColumn } from '@/testing/api-fixtures';
import { isHeader } from '../file/header.utils';
import { products } from '../testing/products-fixture';
import { listKnownNames } from './column-names.utils';
import { explainUnfillableColumn, findMissingColumns, guessMappings, listUpsertKeys } from './mapping.utils';

describe('guessMappings', () => {
  it('matches names, titles, and references without their suffix, in any spelling', () => {
    const mappings = guessMappings(products, ['Product Name', 'PRICE', 'Sku', 'origin', 'Colour']);
    expect(mappings.map(({ sourceIndex, column }) => [sourceIndex, column])).toEqual([
      [0, 'name'],
      [1, 'price'],
      [2, 'sku'],
      [3, 'origin_id'],
    ]);
  });
  it('maps no column twice, and none that the database fills', () => {
    expect(guessMappings(products, ['sku', 'SKU', 'id', 'total'])).toEqual([
      { sourceIndex: 0, column: 'sku' },
    ]);
  });
  it('distinguishes names that consist of symbols or differ only in symbols', () => {
    const symbols = makeBaseTable('symbols', {
      columns: ['☕', '🆔', 'a->b', 'a.b'].map((name) => makeColumn(name, 'text')),
    });
    expect(
      guessMappings(symbols, ['a.b', '🆔', 'a->b', '--']).map(({ sourceIndex, column }) => [
        sourceIndex,
        column,
      ]),
    ).toEqual([
      [0, 'a.b'],
      [1, '🆔'],
      [2, 'a->b'],
    ]);
  });
  it('matches names with the noun of the table’s rows, and synonyms', () => {
    const customers = makeBaseTable('customers', {
      columns: ['name', 'kind', 'city', 'contact'].map((name) => makeColumn(name, 'text')),
    });
    expect(
      guessMappings(customers, ['Customer name', 'Type', 'Town', 'Customer', 'Category']).map(
        ({ sourceIndex, column }) => [sourceIndex, column],
      ),
    ).toEqual([
      [0, 'name'],
      [1, 'kind'],
      [2, 'city'],
    ]);
  });
  it('uses the most reliable of two matches', () => {
    expect(guessMappings(products, ['Product name', 'name'])).toEqual([{ sourceIndex: 1, column: 'name' }]);
  });
});

it.each([
  ['id', 'The database fills in this column.'],
  ['total', 'The database fills in this column.'],
  ['note', 'Your role can’t fill in this column.'],
  ['SKU', undefined],
  ['Colour', undefined],
])('explains why %s can’t be filled', (name, reason) => {
  const columns = products.columns.map((c) =>
    c.name === 'note' ? { ...c, privileges: { ...c.privileges, insert: false } } : c,
  );
  expect(explainUnfillableColumn({ ...products, columns }, name)).toBe(reason);
});

describe('listUpsertKeys', () => {
  const makePlan = (...columns: string[]) => ({
    mappings: columns.map((column, sourceIndex) => ({ sourceIndex, column })),
  });
  it('returns unique keys of which all columns are mapped', () => {
    expect(listUpsertKeys(products, makePlan('sku', 'name'))).toEqual([['sku']]);
    expect(listUpsertKeys(products, makePlan('name'))).toEqual([]);
  });
  it('returns keys of which a part has the same value in all rows', () => {
    const table = { ...products, uniqueKeys: [['origin_id', 'name']] };
    expect(listUpsertKeys(table, { ...makePlan('name'), sameValues: { origin_id: '7' } })).toEqual([
      ['origin_id', 'name'],
    ]);
    const all = { ...makePlan('sku'), sameValues: { origin_id: '7', name: '"A"' } };
    expect(listUpsertKeys(table, all)).toEqual([]);
  });
  it('returns none if the role can’t update all mapped columns', () => {
    const noPrice = products.columns.map((c) =>
      c.name === 'price' ? { ...c, privileges: { ...c.privileges, update: false } } : c,
    );
    expect(listUpsertKeys({ ...products, columns: noPrice }, makePlan('sku', 'price'))).toEqual([]);
    expect(listUpsertKeys({ ...products, columns: noPrice }, makePlan('sku', 'name'))).toEqual([['sku']]);
    const readOnly = { ...products.privileges, update: false };
    expect(listUpsertKeys({ ...products, privileges: readOnly }, makePlan('sku'))).toEqual([]);
  });
});

it('finds required columns that are not mapped', () => {
  expect(findMissingColumns(products, ['sku']).map(({ name }) => name)).toEqual(['name']);
});

describe('isHeader', () => {
  const knownNames = listKnownNames(products);
  it.each([
    [['SKU', '2024'], true],
    [['Colour', 'Size'], true],
    [['A-1', 'Kenya', '12.50'], false],
    [['2026-11-20', 'Kenya'], false],
    [['Kenya', 'Kenya'], false],
    [['Kenya', ''], false],
    [undefined, false],
  ])('%j: %s', (firstRow, expected) => expect(isHeader(firstRow, knownNames)).toBe(expected));
});
