import { describe, expect, it } from 'vitest';
import { FilterSyntaxError } from '../query/filters/parse-filter';
import { type ChartSpec, formatChart, parseChart } from './chart-spec';

const month = { column: 'placed_at', bucket: 'month' } as const;

describe('the chart of a URL', () => {
  it.each<[string, ChartSpec]>([
    ['number.count', { type: 'number', fn: 'count', column: undefined, by: undefined, split: undefined }],
    [
      'bar.sum(total).by(placed_at.month).split(status)',
      { type: 'bar', fn: 'sum', column: 'total', by: month, split: { column: 'status', bucket: undefined } },
    ],
    [
      'pivot.distinct("a \\"b\\".(c)").by("week.month")',
      {
        ...{ type: 'pivot', fn: 'distinct', column: 'a "b".(c)', split: undefined },
        by: { column: 'week.month', bucket: undefined },
      },
    ],
  ])('parses and formats %s', (text, spec) => {
    expect(parseChart(text)).toEqual(spec);
    expect(formatChart(spec)).toBe(text);
  });
  it.each([
    '',
    'bar',
    'bar.sum',
    'bar.count(total)',
    'bar.median(x)',
    'bar.count.by(a.century)',
    'bar.count.by(a',
  ])('rejects %j', (text) => expect(() => parseChart(text)).toThrow(FilterSyntaxError));
});
