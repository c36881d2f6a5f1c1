import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { applyLocale } from '@/lib/browser/zone/locale';
import { formatOperand, parseOperand } from './operand-text.utils';

beforeEach(() => applyLocale('de-DE'));
afterEach(() => applyLocale(null));

it.each([
  ['numeric', 'numeric', '1.500', '1,500'],
  ['range', 'numrange', '1.500', '1,500'],
  ['range', 'numrange', '[1.500,2.5)', '[1,500; 2,5)'],
  ['multirange', 'nummultirange', '[1.500,2.5)', '[1,500; 2,5)'],
  ['multirange', 'nummultirange', '{[1.500,2.5)}', '{[1,500; 2,5)}'],
  ['range', 'daterange', '[2026-11-16,2026-11-18]', '[2026-11-16,2026-11-18]'],
] as const)('%s: the operand %s of a filter is edited as the same value', (kind, base, value, text) => {
  const column = makeColumn('c', kind, { base });
  expect(formatOperand(column, value)).toBe(text);
  expect(parseOperand(column, text)).toBe(value);
});

it('an incomplete range is unchanged', () => {
  expect(parseOperand(makeColumn('c', 'range', { base: 'numrange' }), '[1,5; ')).toBe('[1,5; ');
});

it('an integer is entered in the form of the locale', () => {
  const column = makeColumn('stock', 'integer', { base: 'int4' });
  expect(parseOperand(column, '12.500')).toBe('12500');
  applyLocale('ar-EG');
  expect(formatOperand(column, '12500', 'localDigits')).toBe('١٢٥٠٠');
  expect(formatOperand(column, '12500')).toBe('12500');
  expect(['١٢٥٠٠', '12500'].map((text) => parseOperand(column, text))).toEqual(['12500', '12500']);
});

it('a number is entered with its unit', () => {
  const column = makeColumn('share', 'numeric', { tags: { format: 'percent ratio' } });
  expect(parseOperand(column, '45,5 %')).toBe('0.455');
});
