import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { formatValue } from '../value.utils';
import { roundFloat } from './round-float';

describe('roundFloat', () => {
  it.each([
    ['0.30000000000000004', '0.3'],
    ['-0.30000000000000004', '-0.3'],
    ['0.33333334', '0.333333'],
    ['52.52000659999999', '52.520007'],
    ['1234567.891', '1234567.891'],
    ['9.999999999999', '10'],
    ['100.00000000000001', '100'],
    ['0.0001234567891', '0.000123457'],
    ['1.2345678901234567e-07', '1.234568e-07'],
    ['1.5e-7', '1.5e-7'],
    ['1e+300', '1e+300'],
    ['42', '42'],
    ['NaN', 'NaN'],
    ['-Infinity', '-Infinity'],
  ])('%s is %s', (text, rounded) => {
    expect(roundFloat(text)).toBe(rounded);
  });

  it('is used only where a value is displayed, and not for exact numbers', () => {
    const text = '1234.5678901234';
    expect(formatValue(makeColumn('c', 'float'), text, { rounded: true, grouped: true })).toBe('1,234.56789');
    expect(formatValue(makeColumn('c', 'float'), text)).toBe(text);
    expect(formatValue(makeColumn('c', 'numeric'), text, { rounded: true })).toBe(text);
    const weight = makeColumn('c', 'float', { tags: { unit: 'kg' } });
    expect(formatValue(weight, '0.30000000000000004', { rounded: true })).toBe('0.3\u00a0kg');
  });
});
