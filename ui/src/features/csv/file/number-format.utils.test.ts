import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { detectDecimalSeparator, normalizeNumber } from './number-format.utils';

const price = makeColumn('price', 'numeric');

describe('detectDecimalSeparator', () => {
  it.each([
    [['15,90'], ','],
    [['2.500,00'], ','],
    [['1 234,5'], ','],
    [['1.234.567'], ','],
    [['15.90'], '.'],
    [['2,500.00'], '.'],
    [['15,90', '1.5', '2.5'], '.'],
    [['15,90 €', '2.500,00 €'], ','],
    [['15,90 zł', 'kr. 2.500,00'], ','],
    [["CHF 1'250.00"], '.'],
    [['5 Main St', 'A4', '12 K'], '.'],
    [['١٥٫٩٠'], '.'],
    [['1,234'], '.'],
    [['1.234'], '.'],
    [['2026-11-20', '192.168.0.1', 'a,b', ''], '.'],
  ] as const)('reads %j with %j', (cells, expected) => {
    expect(detectDecimalSeparator([cells])).toBe(expected);
  });
});

describe('normalizeNumber', () => {
  it.each([
    ['15,90', ',', '15.90'],
    ['2.500,00', ',', '2500.00'],
    ['-1 234 567,5', ',', '-1234567.5'],
    ['1\u202f234,5', ',', '1234.5'],
    ['1’234,5', ',', '1234.5'],
    ['1.234', ',', '1234'],
    [',5', ',', '.5'],
    ['42', ',', '42'],
    ['2,500.00', '.', '2500.00'],
    ['1,234,567', '.', '1234567'],
    ['1 234', '.', '1234'],
    ['12.50', '.', '12.50'],
    ['15,90 €', ',', '15.90'],
    ['-€ 2.500,00', ',', '-2500.00'],
    ['$1,250.50', '.', '1250.50'],
    ['$15.90', '.', '15.90'],
    ["CHF 1'250.00", '.', '1250.00'],
    ['kr. 15,90', ',', '15.90'],
    ['15,90 zł', ',', '15.90'],
    ['١٥٫٩٠', '.', '15.90'],
    ['١٬٢٥٠٫٥٠٠', ',', '1250.500'],
    ['١٬٢٥٠', '.', '1250'],
    ['١٢', ',', '12'],
    ['\u200f-١٢٫٥ €', '.', '-12.5'],
    ['12345678901234567890,5', ',', '12345678901234567890.5'],
  ] as const)('reads %j with %j', (text, separator, expected) => {
    expect(normalizeNumber(price, text, separator)).toBe(expected);
  });
  it.each([
    ['1,234', '.'],
    ['15,90', '.'],
    ['1.5', ','],
    ['1.23.456', ','],
    ['1,2,3', ','],
    ['cheap', ','],
    ['-', ','],
    ['', ','],
    ['1e5', ','],
  ] as const)('returns %j with %j unchanged', (text, separator) => {
    expect(normalizeNumber(price, text, separator)).toBe(text);
  });
});

it('returns an amount in another currency unchanged', () => {
  const column = makeColumn('price', 'numeric', { tags: { format: 'currency EUR' } });
  expect(normalizeNumber(column, '15,90 €', ',')).toBe('15.90');
  expect(normalizeNumber(column, '15,90 zł', ',')).toBe('15,90 zł');
});
