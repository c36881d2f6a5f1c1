import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Kind } from '@/lib/api.gen';
import {
  findDefaultFunction,
  formatSummary,
  listSummaryFunctions,
  type SummaryFunction,
  summarize,
} from './summary.utils';

const table = makeTable('orders', [makeColumn('id', 'integer'), makeColumn('total', 'numeric')]);

describe('summarize', () => {
  const cases: [kind: Kind, fn: SummaryFunction, values: (string | null)[], expected: string | null][] = [
    ['numeric', 'sum', ['0.1', '0.2', null], '0.3'],
    ['integer', 'sum', ['9007199254740993', '9007199254740993'], '18014398509481986'],
    ['numeric', 'sum', ['1.50', 'NaN'], 'NaN'],
    ['float', 'sum', ['1', 'Infinity', '-Infinity'], 'NaN'],
    ['float', 'sum', ['1', 'Infinity'], 'Infinity'],
    ['numeric', 'sum', [null], null],
    ['numeric', 'count', ['1', null], '2'],
    ['numeric', 'filled', ['1', null], '1'],
    ['numeric', 'empty', ['1', null, null], '2'],
    ['integer', 'min', ['10', '9', '-2', '-10'], '-10'],
    ['numeric', 'max', ['10.5', '9', '10.50001'], '10.50001'],
    ['float', 'max', ['Infinity', '1e308', 'NaN'], 'NaN'],
    ['float', 'min', ['1', '-Infinity'], '-Infinity'],
    ['date', 'min', ['2026-11-20', '2026-02-28'], '2026-02-28'],
    [
      'timestamptz',
      'max',
      ['2026-10-25T02:30:00+02:00', '2026-10-25T02:15:00+01:00'],
      '2026-10-25T02:15:00+01:00',
    ],
    [
      'timestamptz',
      'max',
      ['2026-01-01T00:00:00.000001+00:00', '2026-01-01T00:00:00+00:00'],
      '2026-01-01T00:00:00.000001+00:00',
    ],
    ['time', 'min', ['10:00:00', '09:59:59.5'], '09:59:59.5'],
    ['interval', 'max', ['23:59:00', '1 day', '00:00:01'], '1 day'],
    ['interval', 'min', ['1 mon', '31 days', '-00:10:00'], '-00:10:00'],
    ['text', 'min', [], null],
  ];
  it.each(cases)('%s %s of %j is %s', (kind, fn, values, expected) => {
    expect(summarize(makeColumn('x', kind), fn, values)).toBe(expected);
  });
});

describe('showSummary', () => {
  const total = makeColumn('total', 'numeric', { scale: 2 });
  const shown = (fn: SummaryFunction, text: string, column = total) => formatSummary(table, column, fn, text);
  it.each([
    ['102.8800000000000000', '102.88'],
    ['1234567.125', '1,234,567.13'],
    ['0.0001234567', '0.000123'],
    ['-0.00456', '-0.00456'],
    ['0', '0.00'],
    ['12.5', '12.50'],
    ['NaN', 'NaN'],
  ])('an average of %s is %s', (text, expected) => expect(shown('average', text)).toBe(expected));
  it('groups the digits of sums', () => expect(shown('sum', '12345678.90')).toBe('12,345,678.90'));
  it('averages integers with decimals', () =>
    expect(shown('average', '2.5000000000000000', makeColumn('quantity', 'integer'))).toBe('2.50'));
});

it('sums quantities, not keys', () => {
  expect(listSummaryFunctions(table, makeColumn('total', 'numeric'))).toContain('sum');
  expect(listSummaryFunctions(table, makeColumn('id', 'integer'))).not.toContain('sum');
  expect(listSummaryFunctions(table, makeColumn('name', 'text'))).toEqual(['count', 'filled', 'empty']);
});

it('the default is a sum, or the average of a rate', () => {
  const columns = ['total', 'vat_rate', 'note'].map((name, i) =>
    makeColumn(name, i < 2 ? 'numeric' : 'text'),
  );
  expect(columns.map((column) => findDefaultFunction(table, column))).toEqual(['sum', 'average', undefined]);
});
