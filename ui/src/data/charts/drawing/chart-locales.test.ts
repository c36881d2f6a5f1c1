import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { parseChart } from '../chart-spec';

const total = makeColumn('total', 'numeric', { tags: { format: 'currency EUR' } });
const weight = makeColumn('weight', 'numeric');
const table = makeTable('orders', [total, weight]);

/** Loads the modules again, because they cache the formats of the locale. */
async function loadFor(locale: string) {
  vi.resetModules();
  vi.doMock('@/lib/browser/zone/locale', () => ({ getLocale: () => locale }));
  const { formatAxis, formatChartValue } = await import('./chart-formats');
  const { formatBucket } = await import('../chart-buckets');
  return { formatAxis, formatChartValue, formatBucket };
}

afterEach(() => {
  vi.doUnmock('@/lib/browser/zone/locale');
  vi.resetModules();
});

/** Removes the marks of the writing direction and replaces the special spaces of Intl. */
const normalize = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '').replace(/[\u00a0\u202f]/g, ' ');

describe.each([
  {
    locale: 'de-DE',
    periods: ['20.11.2026', '16.11.2026', 'Nov. 2026', 'Q4 2026', '2026'],
    axis: ['0', '1.500', '2,5 Mio.', '2,5 Mio. €'],
    values: ['1.234.567', '1.234.567,50 €', '1.234,5'],
  },
  {
    locale: 'ar-EG',
    periods: ['٢٠/١١/٢٠٢٦', '١٦/١١/٢٠٢٦', 'نوفمبر ٢٠٢٦', 'Q٤ ٢٠٢٦', '٢٠٢٦'],
    axis: ['٠', '١٫٥ ألف', '٢٫٥ مليون', '٢٫٥ مليون €'],
    values: ['١٬٢٣٤٬٥٦٧', '١٬٢٣٤٬٥٦٧٫٥٠ €', '١٬٢٣٤٫٥'],
  },
])('charts in $locale', ({ locale, periods, axis, values }) => {
  it('show periods, axes and exact values in the form of the locale', async () => {
    const { formatAxis, formatBucket, formatChartValue } = await loadFor(locale);
    expect(
      (
        [
          ['2026-11-20', 'day'],
          ['2026-11-16', 'week'],
          ['2026-11-01', 'month'],
          ['2026-10-01', 'quarter'],
          ['2026-01-01', 'year'],
        ] as const
      ).map(([day, bucket]) => normalize(formatBucket(day, bucket))),
    ).toEqual(periods);
    const count = parseChart('bar.count');
    const sum = parseChart('bar.sum(total)');
    expect([
      ...[0, 1500, 2_500_000].map((value) => normalize(formatAxis(count, undefined, value))),
      normalize(formatAxis(sum, total, 2_500_000)),
    ]).toEqual(axis);
    expect([
      normalize(formatChartValue(table, count, undefined, '1234567')),
      normalize(formatChartValue(table, sum, total, '1234567.50')),
      normalize(formatChartValue(table, parseChart('bar.sum(weight)'), weight, '1234.5')),
    ]).toEqual(values);
  });
});
