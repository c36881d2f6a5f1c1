import { queryOptions, skipToken } from '@tanstack/react-query';
import { type Filter, quoteName } from '@/data/query/filters/filters.utils';
import { formatRowsQuery } from '@/data/query/lookups/format-rows-query';
import { rowKeys } from '@/data/rows/row-keys';
import { buildProfileHeaders } from '@/data/rows/rows-api';
import { ApiError, api, path } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import { type ChartBucket, chartBuckets } from './chart-spec';

/** The period of a chart if the range of its dates is unknown. */
export const fallbackPeriod: ChartBucket = 'month';

/** The longest range of dates, in days, for which a period gives a readable number of groups. */
const maxDays: readonly (readonly [period: ChartBucket, days: number])[] = [
  ['day', 45],
  ['week', 200],
  ['month', 5 * 366],
  ['quarter', 15 * 366],
];

const millisecondsPerDay = 86_400_000;

/** Returns the period for dates from `first` to `last`. A column that is named after a period ("month") has at least that one. */
export function choosePeriod(column: Column, first: unknown, last: unknown): ChartBucket {
  const [start, end] = [first, last].map((date) =>
    typeof date === 'string' ? Date.parse(date) : Number.NaN,
  );
  if (start === undefined || end === undefined || !Number.isFinite(end - start)) return fallbackPeriod;
  const days = (end - start) / millisecondsPerDay;
  const period = maxDays.find(([, limit]) => days <= limit)?.[0] ?? 'year';
  const words = column.name.toLowerCase().split(/[^a-z]+/);
  const named = chartBuckets.findIndex((each) => words.includes(each));
  return chartBuckets[Math.max(chartBuckets.indexOf(period), named)] ?? period;
}

/**
 * Query for the period that suits the dates of the rows that match the resolved filters. It is read once per page, and not
 * without a column.
 */
export function periodQuery(
  table: Table,
  column: Column | undefined,
  filters: readonly Filter[],
  zone: string,
) {
  const read = async (column: Column, signal: AbortSignal): Promise<ChartBucket> => {
    const name = quoteName(column.name);
    const query = formatRowsQuery({ select: `${name}.min(),${name}.max()`, filters, isAggregate: true });
    try {
      const { data } = await api.get<{ groups: { values: unknown[] }[] }>(
        path`/api/aggregates/${table.name}`,
        { query, headers: { ...buildProfileHeaders(table), 'X-Tableside-Time-Zone': zone }, signal },
      );
      const [first, last] = data.groups[0]?.values ?? [];
      return choosePeriod(column, first, last);
    } catch (error) {
      // The backend has no aggregates, or rejects them: the chart reports that itself.
      if (error instanceof ApiError && error.status > 0) return fallbackPeriod;
      throw error;
    }
  };
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'chart-period', column?.name, filters] as const,
    queryFn: column ? ({ signal }) => read(column, signal) : skipToken,
    // A period that changes with new rows would change the chart while the user reads it.
    staleTime: 'static',
  });
}
