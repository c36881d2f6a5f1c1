import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { getInputUnit } from './input-unit';

it.each([
  [{ format: 'currency', unit: 'eur' }, 'EUR'],
  [{ unit: 'kg' }, 'kg'],
  [{ format: 'decimals 1', unit: '°C' }, '°C'],
  [{ format: 'percent' }, '%'],
  [{ format: 'percent ratio' }, ''],
  [{ format: 'duration' }, 's'],
  [{ format: 'duration ms' }, 'ms'],
  [{ format: 'duration constructor' }, 's'],
  [{ format: 'bytes' }, ''],
  [{}, ''],
])('the input of a number with %o has the unit %o', (tags, unit) => {
  expect(getInputUnit(makeColumn('n', 'numeric', { tags }))).toBe(unit);
});
