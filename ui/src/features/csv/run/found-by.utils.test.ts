import { describe, expect, it } from 'vitest';
import { products } from '../testing';
import { keyTexts, keyToFindBy } from './found-by.utils';

const fill = (...columns: string[]) => ({ mappings: columns.map((column, at) => ({ at, column })) });

describe('keyToFindBy', () => {
  it('is a key that the file fills whole', () => {
    expect(keyToFindBy(products, fill('name', 'sku'))).toEqual(['sku']);
    expect(keyToFindBy(products, fill('name'))).toBeUndefined();
    expect(keyToFindBy({ ...products, uniqueKeys: [['sku', 'name']] }, fill('sku'))).toBeUndefined();
  });
  it('is none that this person may not read', () => {
    const columns = products.columns.map((c) => ({
      ...c,
      privileges: { ...c.privileges, select: c.name !== 'sku' },
    }));
    expect(keyToFindBy({ ...products, columns }, fill('sku'))).toBeUndefined();
  });
});

describe('keyTexts', () => {
  const rows = (...bodies: string[]) => bodies.map((body, row) => ({ row, body, keys: [] }));
  it('keeps every digit', () => {
    expect(keyTexts(rows('{"a":"9007199254740993","b":9007199254740993}'), ['a', 'b'])).toEqual([
      ['9007199254740993', '9007199254740993'],
    ]);
  });
  it.each(['{"a":null}', '{}'])('is nothing where a row lacks a value: %s', (body) => {
    expect(keyTexts(rows('{"a":"1"}', body), ['a'])).toBeUndefined();
  });
});
