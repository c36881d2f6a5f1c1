import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { isRate } from './rates';

it.each([
  ['tax_rate', true],
  ['taxRate', true],
  ['avgScore', true],
  ['geo_lat', true],
  ['market_share', true],
  ['share_capital', false],
  ['unit_price', true],
  ['price', false],
  ['platform', false],
  ['total', false],
])('the name %s of a number suggests a rate: %s', (name, expected) => {
  expect(isRate(makeColumn(name, 'numeric'))).toBe(expected);
});
