import { describe, expect, it } from 'vitest';
import { products } from '../products-fixture';
import { findMatchKey, formatKeyValues } from './match-key.utils';

const makePlan = (...columns: string[]) => ({
  mappings: columns.map((column, sourceIndex) => ({ sourceIndex, column })),
});

describe('keyToFindBy', () => {
  it('is a key that the file fills whole', () => {
    expect(findMatchKey(products, makePlan('name', 'sku'))).toEqual(['sku']);
    expect(findMatchKey(products, makePlan('name'))).toBeUndefined();
    expect(findMatchKey({ ...products, uniqueKeys: [['sku', 'name']] }, makePlan('sku'))).toBeUndefined();
  });
  it('is none that this person may not read', () => {
    const columns = products.columns.map((c) => ({
      ...c,
      privileges: { ...c.privileges, select: c.name !== 'sku' },
    }));
    expect(findMatchKey({ ...products, columns }, makePlan('sku'))).toBeUndefined();
  });
});

describe('keyTexts', () => {
  const rows = (...bodies: string[]) => bodies.map((body, row) => ({ row, body, keyValues: [] }));
  it('keeps every digit', () => {
    expect(formatKeyValues(rows('{"a":"9007199254740993","b":9007199254740993}'), ['a', 'b'])).toEqual([
      ['9007199254740993', '9007199254740993'],
    ]);
  });
  it.each(['{"a":null}', '{}'])('is nothing where a row lacks a value: %s', (body) => {
    expect(formatKeyValues(rows('{"a":"1"}', body), ['a'])).toBeUndefined();
  });
});
