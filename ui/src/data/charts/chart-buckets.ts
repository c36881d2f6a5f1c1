import { condition, type Filter } from '@/data/query/filters/filters.utils';
import { startOfDay } from '@/data/values/dates/calendar-days';
import { formatLocalDate } from '@/data/values/dates/local-dates';
import type { Column } from '@/lib/api.gen';
import { getLocale } from '@/lib/browser/zone/locale';
import { removeDirectionMarks } from '@/lib/text/direction-marks';
import { formatCount } from '@/lib/text/format';
import type { ChartBucket, ChartKey } from './chart-spec';

/** Maximum number of periods of a chart. Periods without rows are added up to this number. */
const maxFilledBuckets = 400;

const monthsPerBucket = { month: 1, quarter: 3, year: 12 } as const;

/** A day of the years 1 to 9999. */
const plainDay = /^\d{4}-\d\d-\d\d$/;

const dayPattern = /^(\d{4,})-(\d\d)-(\d\d)( BC)?$/;

/** Returns a day as a date; undefined for infinite days and years that Date does not support. The year before 1 is '0001-… BC'. */
function parseDay(day: string): Date | undefined {
  const [, year, month, dayOfMonth, bc] = dayPattern.exec(day) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(bc ? 1 - Number(year) : Number(year), Number(month) - 1, Number(dayOfMonth));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function formatDay(date: Date): string {
  const year = date.getUTCFullYear();
  const pad = (n: number, length: number) => String(n).padStart(length, '0');
  const day = `${pad(year > 0 ? year : 1 - year, 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
  return year > 0 ? day : `${day} BC`;
}

/** Returns the first day of the period with a day; a week starts on Monday. Infinite days are unchanged. */
export function startOfBucket(day: string, bucket: ChartBucket): string {
  const date = parseDay(day);
  if (!date || bucket === 'day') return day;
  if (bucket === 'week') {
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  } else {
    const month = date.getUTCMonth();
    date.setUTCMonth(month - (month % monthsPerBucket[bucket]), 1);
  }
  return formatDay(date);
}

/** Returns the first day of the next period; undefined for infinite days. */
export function findNextBucket(day: string, bucket: ChartBucket): string | undefined {
  const date = parseDay(day);
  if (!date) return undefined;
  if (bucket === 'day' || bucket === 'week') date.setUTCDate(date.getUTCDate() + (bucket === 'day' ? 1 : 7));
  else date.setUTCMonth(date.getUTCMonth() + monthsPerBucket[bucket]);
  return Number.isNaN(date.getTime()) ? undefined : formatDay(date);
}

/** Returns the periods from the first to the last, also those without rows; only the given ones if there are too many. */
export function fillBuckets(days: readonly string[], bucket: ChartBucket): readonly string[] {
  const time = (day: string) => parseDay(day)?.getTime() ?? (day.startsWith('-') ? -Infinity : Infinity);
  const sorted = days.toSorted((a, b) => (time(a) < time(b) ? -1 : Number(time(a) > time(b))));
  const finite = sorted.filter((day) => Number.isFinite(time(day)));
  const end = time(finite.at(-1) ?? '-infinity');
  const filled: string[] = [];
  for (let day = finite[0]; day !== undefined && time(day) <= end; day = findNextBucket(day, bucket)) {
    if (filled.length >= maxFilledBuckets) return sorted;
    filled.push(day);
  }
  const isBefore = (day: string) => time(day) === -Infinity;
  const isAfter = (day: string) => time(day) === Infinity;
  return [...sorted.filter(isBefore), ...filled, ...sorted.filter(isAfter)];
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatWith(day: string, options: Intl.DateTimeFormatOptions): string {
  const id = JSON.stringify(options);
  let formatter = formatters.get(id);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(getLocale(), { timeZone: 'UTC', ...options });
    formatters.set(id, formatter);
  }
  return removeDirectionMarks(formatter.format(new Date(`${day}T00:00:00Z`)));
}

/** Formats a period: 'Nov 2026', 'Q4 2026', '2026', 'Nov 20, 2026', and the days of a week. */
export function formatBucket(day: string, bucket: ChartBucket): string {
  if (!plainDay.test(day)) return day;
  switch (bucket) {
    case 'day':
    case 'week':
      return formatLocalDate(day);
    case 'month':
      return formatWith(day, { month: 'short', year: 'numeric' });
    case 'quarter':
      return `Q${formatCount(Math.ceil(Number(day.slice(5, 7)) / 3))} ${formatWith(day, { year: 'numeric' })}`;
    case 'year':
      return formatWith(day, { year: 'numeric' });
  }
}

/** Returns the filters of the rows of a group, whose key is a value or the first day of a period. */
export function groupFilters(
  column: Column,
  { bucket }: ChartKey,
  value: string | null,
  zone: string,
): Filter[] {
  if (value === null) return [condition(column.name, 'is', 'null')];
  if (!bucket || value.endsWith('infinity')) {
    return column.kind === 'boolean'
      ? [condition(column.name, 'is', value)]
      : [condition(column.name, 'eq', value)];
  }
  const toBound = (day: string) =>
    column.kind === 'timestamptz' && plainDay.test(day) ? startOfDay(day, zone) : day;
  const next = findNextBucket(value, bucket);
  return [
    condition(column.name, 'gte', toBound(value)),
    ...(next === undefined ? [] : [condition(column.name, 'lt', toBound(next))]),
  ];
}
