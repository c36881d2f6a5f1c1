import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { checkEdits, type FieldEdit } from './bulk-edit.utils';

const products = makeTable('products', [
  makeColumn('id', 'integer', { identity: 'always' }),
  makeColumn('price', 'numeric', { precision: 8, scale: 2 }),
  makeColumn('stock', 'integer', { base: 'int4' }),
  makeColumn('weight', 'numeric'),
]);

const check = (column: string, mode: FieldEdit['mode'], entry: string) =>
  checkEdits(products, [{ column, mode, entry }]);

describe('checkEdits', () => {
  it.each([
    ['price', '10', '12.50', '13.75'],
    ['price', '-15', '9.90', '8.42'],
    ['price', '2.5 %', '0.20', '0.21'],
    ['price', '-100', '9.90', '0.00'],
    ['price', '5', '-0.50', '-0.53'],
    ['stock', '10', '15', '17'],
    ['weight', '5', '10', '10.5'],
    ['weight', '10', '1.50', '1.65'],
    ['weight', '100', '1.50', '3.00'],
    ['weight', '10', 'NaN', 'NaN'],
  ])('changes %s by %s percent: %s to %s', (column, percent, before, after) => {
    const { problems, change } = check(column, 'percent', percent);
    expect(problems).toEqual({});
    expect(change({ [column]: before })).toEqual({ [column]: after });
  });
  it('does not change NULL', () => {
    expect(check('price', 'percent', '10').change({ price: null })).toEqual({ price: null });
    expect(check('price', 'amount', '10').change({ price: null })).toEqual({ price: null });
  });
  it.each(['', '0', '0.0', 'ten', '1,000', '-100.5', 'NaN'])('rejects the percentage %j', (entry) => {
    expect(check('price', 'percent', entry).problems).toHaveProperty('price');
  });
  it('adds an amount exactly', () => {
    expect(check('price', 'amount', '-0.20').change({ price: '0.10' })).toEqual({ price: '-0.10' });
    expect(check('price', 'amount', '0.205').problems).toHaveProperty('price');
    expect(check('stock', 'amount', '0').problems).toHaveProperty('stock');
  });
});
