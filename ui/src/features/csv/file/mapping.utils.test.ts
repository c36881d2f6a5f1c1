import { describe, expect, it } from 'vitest';
import { makeBaseTable, makeColumn } from '@/testing/api-fixtures';
import { products } from '../products-fixture';
import { isHeader } from './header.utils';
import {
  explainUnfillableColumn,
  findMissingColumns,
  guessMappings,
  listKnownNames,
  listUpsertKeys,
} from './mapping.utils';

describe('guessMappings', () => {
  it('goes by name, title, and a reference’s name without its ending, however they are written', () => {
    const found = guessMappings(products, ['Product Name', 'PRICE', 'Sku', 'origin', 'Colour']);
    expect(found.map(({ sourceIndex, column }) => [sourceIndex, column])).toEqual([
      [0, 'name'],
      [1, 'price'],
      [2, 'sku'],
      [3, 'origin_id'],
    ]);
  });
  it('fills no column twice, and none that the database fills', () => {
    expect(guessMappings(products, ['sku', 'SKU', 'id', 'total'])).toEqual([
      { sourceIndex: 0, column: 'sku' },
    ]);
  });
  it('tells names apart that hold nothing but signs, or differ in nothing else', () => {
    const odd = makeBaseTable('odd', {
      columns: ['☕', '🆔', 'a->b', 'a.b'].map((name) => makeColumn(name, 'text')),
    });
    expect(
      guessMappings(odd, ['a.b', '🆔', 'a->b', '--']).map(({ sourceIndex, column }) => [sourceIndex, column]),
    ).toEqual([
      [0, 'a.b'],
      [1, '🆔'],
      [2, 'a->b'],
    ]);
  });
  it('takes the surer of two', () => {
    expect(guessMappings(products, ['Product name', 'name'])).toEqual([{ sourceIndex: 1, column: 'name' }]);
  });
});

it.each([
  ['id', 'The database fills this in itself.'],
  ['total', 'The database fills this in itself.'],
  ['note', 'Your role may not fill this in.'],
  ['SKU', undefined],
  ['Colour', undefined],
])('says why %s of the file has no place', (name, why) => {
  const columns = products.columns.map((c) =>
    c.name === 'note' ? { ...c, privileges: { ...c.privileges, insert: false } } : c,
  );
  expect(explainUnfillableColumn({ ...products, columns }, name)).toBe(why);
});

describe('upsertKeys', () => {
  it('offers unique keys that the file holds whole', () => {
    expect(listUpsertKeys(products, ['sku', 'name'])).toEqual([['sku']]);
    expect(listUpsertKeys(products, ['name'])).toEqual([]);
  });
  it('offers none to who may not change every column of the file', () => {
    const noPrice = products.columns.map((c) =>
      c.name === 'price' ? { ...c, privileges: { ...c.privileges, update: false } } : c,
    );
    expect(listUpsertKeys({ ...products, columns: noPrice }, ['sku', 'price'])).toEqual([]);
    expect(listUpsertKeys({ ...products, columns: noPrice }, ['sku', 'name'])).toEqual([['sku']]);
    const readOnly = { ...products.privileges, update: false };
    expect(listUpsertKeys({ ...products, privileges: readOnly }, ['sku'])).toEqual([]);
  });
});

it('knows what is needed and not in the file', () => {
  expect(findMissingColumns(products, ['sku']).map(({ name }) => name)).toEqual(['name']);
});

describe('hasHeader', () => {
  const known = listKnownNames(products);
  it.each([
    [['SKU', '2024'], true],
    [['Colour', 'Size'], true],
    [['A-1', 'Kenya', '12.50'], false],
    [['2026-11-20', 'Kenya'], false],
    [['Kenya', 'Kenya'], false],
    [['Kenya', ''], false],
    [undefined, false],
  ])('%j: %s', (first, header) => expect(isHeader(first, known)).toBe(header));
});
