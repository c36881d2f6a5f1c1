import { describe, expect, it } from 'vitest';
import { makeColumn } from '../testing/fixtures';
import { between } from './position.utils';

const numeric = makeColumn('position', 'numeric');
const cents = makeColumn('position', 'numeric', { precision: 10, scale: 2 });
const integer = makeColumn('position', 'integer');

describe('a position between two neighbours', () => {
  it.each([
    [numeric, '1', '2', '1.5'],
    [numeric, '1.5', '1.6', '1.55'],
    [numeric, '-1', '0', '-0.5'],
    [numeric, '12345678901234567890', '12345678901234567891', '12345678901234567890.5'],
    [integer, '10', '13', '11'],
    [integer, '-4', '-1', '-3'],
    [cents, '1.00', '1.02', '1.01'],
    [integer, '10', undefined, '1034'],
    [numeric, undefined, '0.5', '-1023.5'],
    [integer, null, undefined, '1024'],
  ] as const)('%# is exact', (column, before, after, expected) => {
    expect(between(column, before, after)).toBe(expected);
  });
  it.each([
    [integer, '10', '11'],
    [cents, '1.00', '1.01'],
    [numeric, '1', '1'],
    [numeric, '2', '1'],
  ] as const)('%# is none where there is no room', (column, before, after) => {
    expect(between(column, before, after)).toBeUndefined();
  });
});
