import type { ChartBucket, ChartFunction, ChartType } from '@/data/charts/chart-spec';
import { formatCount, formatPlural } from '@/lib/text/format';

const functions: Record<ChartFunction, string> = {
  count: 'Count',
  sum: 'Sum',
  average: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  distinct: 'Different values',
};

/** The texts of charts. A translation is one more file that satisfies `typeof chartsMessages`. */
export const chartsMessages = {
  functions,
  types: {
    bar: 'Bar',
    line: 'Line',
    area: 'Area',
    pie: 'Donut',
    number: 'Number',
    pivot: 'Pivot table',
  } satisfies Record<ChartType, string>,
  buckets: {
    day: 'Day',
    week: 'Week',
    month: 'Month',
    quarter: 'Quarter',
    year: 'Year',
  } satisfies Record<ChartBucket, string>,
  rowCount: (rows: string) => `Number of ${rows}`,
  measure: (fn: ChartFunction, column: string) => `${functions[fn]} of ${column}`,
  by: (column: string, bucket: string | undefined) => (bucket ? `${column}, by ${bucket}` : column),
  title: (measure: string, by: string | undefined, split: string | undefined) =>
    [measure, by && ` by ${by}`, split && `, split by ${split}`].filter(Boolean).join(''),
  noValue: 'No value',
  emptyText: 'Empty text',
  none: '–',
  weekOf: (day: string) => `Week of ${day}`,
  others: (count: number) => (Number.isFinite(count) ? `${formatCount(count)} others` : 'All others'),
  total: 'Total',
  mark: (label: string, value: string) => `${label}: ${value}`,
  openRows: 'Open rows',
  loading: 'Loading chart…',
  loadFailed: (table: string) => `Couldn’t load the chart of ${table}.`,
  empty: 'No rows to show',
  emptyHint: 'No row matches the filters of this chart.',
  emptyTableHint: 'The table is empty, or you can’t see its rows.',
  truncated: (count: number) =>
    `Only ${formatPlural(count, 'group is', 'groups are')} shown. Choose a larger period or a filter.`,
  hidden: (count: number) => `${formatPlural(count, 'more group')} not shown`,
  shortened: (others: string) => `The bar of “${others}” is shortened`,
  loadedRows: (loaded: number, total: number | undefined) =>
    total === undefined
      ? `Computed from the first ${formatCount(loaded)} rows only`
      : `Computed from the first ${formatCount(loaded)} of ${formatCount(total)} rows`,
  loadedRowsHint:
    'The backend can’t compute charts. Its owner can install the output of “tableside schema-sql”.',
  negativeParts: 'A donut can’t show negative values. Bars are shown instead',
};
