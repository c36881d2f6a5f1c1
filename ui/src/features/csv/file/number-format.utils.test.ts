import { describe, expect, it } from 'vitest';
import { detectDecimalSeparator, normalizeNumber } from './number-format.utils';

describe('detectDecimalSeparator', () => {
  it.each([
    [['15,90'], ','],
    [['2.500,00'], ','],
    [['1 234,5'], ','],
    [['1.234.567'], ','],
    [['15.90'], '.'],
    [['2,500.00'], '.'],
    [['15,90', '1.5', '2.5'], '.'],
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
    ['12345678901234567890,5', ',', '12345678901234567890.5'],
  ] as const)('reads %j with %j', (text, separator, expected) => {
    expect(normalizeNumber(text, separator)).toBe(expected);
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
    expect(normalizeNumber(text, separator)).toBe(text);
  });
});
