import { describe, expect, it } from 'vitest';
import { findNumberProblem, type NumberRules } from './number.utils';

describe('findNumberProblem', () => {
  const rules = (kind: NumberRules['kind'], changes: Partial<NumberRules> = {}): NumberRules => ({
    kind,
    base: kind === 'integer' ? 'int4' : kind,
    precision: null,
    scale: null,
    ...changes,
  });
  const price = rules('numeric', { precision: 6, scale: 2 });

  it.each([
    ['12', rules('integer')],
    ['-2147483648', rules('integer')],
    ['9223372036854775807', rules('integer', { base: 'int8' })],
    ['.5', rules('numeric')],
    ['1e10', price],
    ['1234.50', price],
    ['1234.500', price],
    ['12300', rules('numeric', { precision: 5, scale: -2 })],
    ['NaN', rules('float')],
    ['-Infinity', rules('float')],
  ])('accepts %s', (text, r) => {
    expect(findNumberProblem(text, r)).toBeUndefined();
  });

  it.each([
    ['', rules('numeric'), 'Enter a number, e.g. 15.90'],
    ['.', rules('numeric'), 'Enter a number, e.g. 15.90'],
    ['1.5', rules('integer'), 'Enter a whole number.'],
    ['NaN', rules('integer'), 'Enter a whole number.'],
    ['2147483648', rules('integer'), 'Enter a number between -2,147,483,648 and 2,147,483,647.'],
    [
      '9223372036854775808',
      rules('integer', { base: 'int8' }),
      'Enter a number between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,807.',
    ],
    ['1,234', price, 'Enter the number without thousands separators.'],
    ['1,5', price, 'Enter a number, e.g. 15.90'],
    ['1.234', price, 'Enter at most 2 decimals.'],
    ['12345', price, 'Enter at most 4 digits before the decimal point.'],
    ['1.5', rules('numeric', { precision: 4, scale: 0 }), 'Enter a number without decimals.'],
    ['1.5', rules('numeric', { precision: 5, scale: -2 }), 'Enter a number without decimals.'],
  ])('rejects %s', (text, r, problem) => {
    expect(findNumberProblem(text, r)).toBe(problem);
  });
});
