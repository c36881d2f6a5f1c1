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
  [{ format: 'currency EUR' }, '€15,90', '15.90'],
  [{ format: 'currency EUR' }, 'eur 15.90', '15.90'],
  [{ format: 'currency EUR' }, '-€ 15.90', '-15.90'],
  [{ format: 'currency CHF' }, "CHF 1'250.00", '1250.00'],
  [{ format: 'currency CHF' }, 'CHF 1’250.00', '1250.00'],
  [{ format: 'currency CHF' }, 'CHF 12', '12'],
  [{ format: 'currency DKK' }, 'kr. 15,90', '15.90'],
  [{ format: 'currency DKK' }, 'kr.-15,90', '-15.90'],
  [{ format: 'currency PLN' }, '1\u202f215,90 zł', '1215.90'],
  [{ format: 'currency USD' }, '$ 12', '12'],
  [{ format: 'currency CAD' }, '$ 12', '12'],
  [{ unit: 'EUR' }, '€ 12', '12'],
  [{ unit: '€' }, 'EUR 12', '12'],
  [{}, "CHF 1'250.00", '1250.00'],
  [{}, '15,90 zł', '15.90'],
  [{}, '1\u202f250,90', '1250.90'],
  [{ format: 'progress' }, '45%', '45'],
  [{ format: 'progress 5' }, '40 %', '2'],
  [{ format: 'progress 1' }, '45%', '0.45'],
  [{ unit: '%' }, '45%', '45'],
])('a number with %o is entered with its unit: %s', (tags, entered, value) => {
  expect(checkEnteredValue(makeColumn('n', 'numeric', { tags }), entered)).toEqual({ value });
});

it.each([
  [{ format: 'percent' }, '%'],
  [{ format: 'percent' }, '45 kg'],
  [{ unit: 'kg' }, '45%'],
  [{}, '45%'],
  [{}, '12 K'],
  [{}, '15,90'],
  [{ unit: 'kg' }, '€ 12'],
  [{ format: 'percent' }, '€ 12'],
  [{}, `CHF ${'1'.repeat(70)}`],
  [{ unit: 'EUR' }, `15 EUR${' '.repeat(60)}each`],
])('another unit is not accepted: %o, %s', (tags, entered) => {
  expect(checkEnteredValue(makeColumn('n', 'numeric', { tags }), entered)).toHaveProperty('problem');
});

it.each([
  ['EUR', 'CHF 1250', 'CHF'],
  ['EUR', '$12', '$'],
  ['EUR', '12 kr.', 'kr'],
  ['USD', '15.90 zł', 'zł'],
  ['EUR', '15 usd', 'usd'],
])('a column in %s rejects %s with a message about the currency', (currency, entered, other) => {
  const column = makeColumn('n', 'numeric', { tags: { format: `currency ${currency}` } });
  const problem = `Enter the amount in ${currency}, not ${other}.`;
  expect(checkEnteredValue(column, entered)).toEqual({ problem });
  // The value of a filter is checked in the plain form.
  expect(checkEnteredValue(column, entered, 'plain')).toEqual({ problem });
});
