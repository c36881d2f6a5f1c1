import { describe, expect, it } from 'vitest';
import { products } from '../testing/products-fixture';
import { findMatchKey, formatKeyValues } from './match-key.utils';

const makePlan = (...columns: string[]) => ({
  mappings: columns.map((column, sourceIndex) => ({ sourceIndex, column })),
});

describe('findMatchKey', () => {
  it('returns a key whose columns are all mapped', () => {
    expect(findMatchKey(products, makePlan('name', 'sku'))).toEqual(['sku']);
    expect(findMatchKey(products, makePlan('name'))).toBeUndefined();
    expect(findMatchKey({ ...products, uniqueKeys: [['sku', 'name']] }, makePlan('sku'))).toBeUndefined();
  });
  it('returns no key that the user can’t read', () => {
    const columns = products.columns.map((c) => ({
      ...c,
      privileges: { ...c.privileges, select: c.name !== 'sku' },
    }));
    expect(findMatchKey({ ...products, columns }, makePlan('sku'))).toBeUndefined();
  });
});

describe('formatKeyValues', () => {
  const makeRows = (...bodies: string[]) => bodies.map((body, row) => ({ row, body, keyValues: [] }));
  it('keeps every digit', () => {
    expect(formatKeyValues(makeRows('{"a":"9007199254740993","b":9007199254740993}'), ['a', 'b'])).toEqual([
      ['9007199254740993', '9007199254740993'],
    ]);
  });
  it.each(['{"a":null}', '{}'])('returns undefined if a row has no value: %s', (body) => {
    expect(formatKeyValues(makeRows('{"a":"1"}', body), ['a'])).toBeUndefined();
  });
});
