import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { computePosition, getAdjacentPositions } from './position.utils';

const numeric = makeColumn('position', 'numeric');
const cents = makeColumn('position', 'numeric', { precision: 10, scale: 2 });
const integer = makeColumn('position', 'integer');

const tenths = makeColumn('position', 'numeric', { precision: 4, scale: 1 });
const small = makeColumn('position', 'integer', { base: 'int2' });

describe('a position between two neighbors', () => {
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
    [small, '32000', undefined, '32384'],
    [small, '32766', undefined, '32767'],
    [small, undefined, '-32000', '-32384'],
    [tenths, '1.1', undefined, '500.5'],
    [tenths, undefined, undefined, '500'],
    [tenths, '999.8', undefined, '999.9'],
    [tenths, undefined, '-999.0', '-999.5'],
  ] as const)('%# is exact', (column, before, after, expected) => {
    expect(computePosition(column, before, after)).toBe(expected);
  });
  it.each([
    [integer, '10', '11'],
    [cents, '1.00', '1.01'],
    [numeric, '1', '1'],
    [numeric, '2', '1'],
    [small, '32767', undefined],
    [tenths, '999.9', undefined],
  ] as const)('%# is none where there is no room', (column, before, after) => {
    expect(computePosition(column, before, after)).toBeUndefined();
  });
});

describe('the neighbors of an index', () => {
  it.each([
    [['1', '2', null, null], 1, '1', '2'],
    [['1', '2', null, null], 3, '2', null],
    [['1', '2', null, null], 4, '2', undefined],
    [[null, null, '5'], 1, undefined, '5'],
    [[null, null, '5'], 0, undefined, '5'],
    [[], 0, undefined, undefined],
  ] as const)('%j at %i', (positions, index, before, after) => {
    expect(getAdjacentPositions(positions, index)).toEqual({ before, after });
  });
});
