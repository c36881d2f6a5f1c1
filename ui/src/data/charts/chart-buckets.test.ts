import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { fillBuckets, findNextBucket, groupFilters, startOfBucket } from './chart-buckets';

describe('periods', () => {
  it.each([
    ['2026-11-19', 'week', '2026-11-16', '2026-11-23'],
    ['2026-11-19', 'month', '2026-11-01', '2026-12-01'],
    ['2026-12-31', 'quarter', '2026-10-01', '2027-01-01'],
    ['2024-02-29', 'year', '2024-01-01', '2025-01-01'],
    ['2024-02-29', 'day', '2024-02-29', '2024-03-01'],
    ['0750-06-15 BC', 'year', '0750-01-01 BC', '0749-01-01 BC'],
    ['0001-12-31 BC', 'month', '0001-12-01 BC', '0001-01-01'],
    ['12000-05-17', 'quarter', '12000-04-01', '12000-07-01'],
  ] as const)('%s is in the %s from %s to %s', (day, bucket, start, end) => {
    expect(startOfBucket(day, bucket)).toBe(start);
    expect(findNextBucket(start, bucket)).toBe(end);
  });
  it('have no gaps, and infinite dates at the ends', () => {
    expect(fillBuckets(['2026-03-01', 'infinity', '2025-12-01'], 'month')).toEqual([
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
      'infinity',
    ]);
  });
  it('are in order across the year 1', () => {
    expect(fillBuckets(['0002-01-01', '0002-01-01 BC', '-infinity'], 'year')).toEqual([
      '-infinity',
      '0002-01-01 BC',
      '0001-01-01 BC',
      '0001-01-01',
      '0002-01-01',
    ]);
  });
  it('are not filled if there would be too many', () => {
    expect(fillBuckets(['2026-01-01', '1026-01-01'], 'day')).toEqual(['1026-01-01', '2026-01-01']);
  });
});

describe('the rows of a group', () => {
  const texts = (filters: ReturnType<typeof groupFilters>) =>
    filters.map((filter) =>
      filter.kind === 'condition' ? `${filter.column} ${filter.operator} ${filter.value}` : '',
    );
  const placed = makeColumn('placed_at', 'timestamptz');
  const month = { column: 'placed_at', bucket: 'month' } as const;
  it('of a period begin at midnight in the time zone, also if the clocks change', () => {
    expect(texts(groupFilters(placed, month, '2026-10-01', 'Europe/Berlin'))).toEqual([
      'placed_at gte 2026-10-01T00:00:00+02:00',
      'placed_at lt 2026-11-01T00:00:00+01:00',
    ]);
  });
  it('of a period before the year 1, and after the last that the browser can compute', () => {
    expect(texts(groupFilters(placed, month, '0750-01-01 BC', 'Europe/Berlin'))).toEqual([
      'placed_at gte 0750-01-01 BC',
      'placed_at lt 0750-02-01 BC',
    ]);
    expect(texts(groupFilters(placed, month, '5000000-01-01', 'UTC'))).toEqual([
      'placed_at gte 5000000-01-01',
    ]);
  });
  it('of a value, NULL and a boolean', () => {
    const key = { column: 'x', bucket: undefined };
    expect(texts(groupFilters(makeColumn('x', 'text'), key, 'a', 'UTC'))).toEqual(['x eq a']);
    expect(texts(groupFilters(makeColumn('x', 'text'), key, null, 'UTC'))).toEqual(['x is null']);
    expect(texts(groupFilters(makeColumn('x', 'boolean'), key, 'true', 'UTC'))).toEqual(['x is true']);
  });
});
