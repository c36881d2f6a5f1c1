import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { checkEnteredValue } from '../checks/check-value';
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

it.each([
  [{ format: 'percent' }, '45%', '45'],
  [{ format: 'percent' }, '12.5\u00a0%', '12.5'],
  [{ format: 'percent' }, '٤٥٪\u061c', '45'],
  [{ format: 'percent' }, '45', '45'],
  [{ format: 'percent ratio' }, '45%', '0.45'],
  [{ format: 'percent ratio' }, '-0.5%', '-0.005'],
  [{ format: 'percent ratio' }, '0.45', '0.45'],
  [{ unit: 'kg' }, '2,500.5 kg', '2500.5'],
  [{ format: 'currency EUR' }, '€1,250.00', '1250.00'],
  [{ format: 'currency EUR' }, '15.90 EUR', '15.90'],
])('a number with %o is entered with its unit: %s', (tags, entered, value) => {
  expect(checkEnteredValue(makeColumn('n', 'numeric', { tags }), entered)).toEqual({ value });
});

it.each([
  [{ format: 'percent' }, '%'],
  [{ format: 'percent' }, '45 kg'],
  [{ unit: 'kg' }, '45%'],
  [{}, '45%'],
])('another unit is not accepted: %o, %s', (tags, entered) => {
  expect(checkEnteredValue(makeColumn('n', 'numeric', { tags }), entered)).toHaveProperty('problem');
});
