import { isLookupName } from '@/data/query/lookups/lookup-name';
import type { Value } from '@/data/rows/row';
import type { Column, Table } from '@/lib/api.gen';
import { formatCount } from '@/lib/text/format';
import { isRate } from '../formats/rates';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimal,
  formatDecimal,
  parseDecimal,
  zero,
} from '../numbers/decimal.utils';
import { formatValue, hasGroupedDigits } from '../value.utils';
import { valuesMessages } from '../values-messages';

/** The summaries of a column's values. */
export type SummaryFunction = 'count' | 'filled' | 'empty' | 'sum' | 'average' | 'min' | 'max';

const numberKinds = new Set(['integer', 'numeric', 'float']);
const dateTimeKinds = new Set(['date', 'time', 'timestamp', 'timestamptz']);

/** Returns the summaries that a column supports. Numbers that identify rows (keys) have no sum. */
export function listSummaryFunctions(table: Table, column: Column): readonly SummaryFunction[] {
  // The backend has no aggregates of fields of linked records.
  if (isLookupName(column.name)) return ['count'];
  const always = ['count', 'filled', 'empty'] as const;
  if (column.array || column.base === 'money') return always;
  if (numberKinds.has(column.kind)) {
    return hasGroupedDigits(table, column)
      ? [...always, 'sum', 'average', 'min', 'max']
      : [...always, 'min', 'max'];
  }
  return dateTimeKinds.has(column.kind) || column.kind === 'interval' ? [...always, 'min', 'max'] : always;
}

/** Returns the default summary of a column: the sum, or the average of a rate, if it supports it. */
export function findDefaultFunction(table: Table, column: Column): SummaryFunction | undefined {
  if (!listSummaryFunctions(table, column).includes('sum')) return undefined;
  return isRate(column) ? 'average' : 'sum';
}

/** Returns the label of a summary. */
export function getFunctionLabel(fn: SummaryFunction, column: Column): string {
  const names = valuesMessages.summaries;
  if (dateTimeKinds.has(column.kind) && fn === 'min') return names.earliest;
  if (dateTimeKinds.has(column.kind) && fn === 'max') return names.latest;
  return names[fn];
}

/** Computes a summary exactly, as text. Sum, average, minimum and maximum are null if all values are NULL. */
export function summarize(column: Column, fn: SummaryFunction, values: readonly Value[]): string | null {
  const filled = values.filter((value) => value !== null);
  switch (fn) {
    case 'count':
      return String(values.length);
    case 'filled':
      return String(filled.length);
    case 'empty':
      return String(values.length - filled.length);
    case 'sum':
    case 'average':
      return filled.length === 0 ? null : computeTotal(filled.map(String), fn === 'average');
    case 'min':
    case 'max': {
      const sign = fn === 'min' ? 1 : -1;
      const [first = null, ...rest] = filled.map(String);
      return rest.reduce(
        (best, text) => (best !== null && compare(column, text, best) * sign < 0 ? text : best),
        first,
      );
    }
  }
}

function computeTotal(texts: readonly string[], average: boolean): string {
  let sum = zero;
  const special = new Set<string>();
  for (const text of texts) {
    const number = parseDecimal(text);
    if (number) sum = addDecimals(sum, number);
    else special.add(text);
  }
  if (special.size > 0) return special.size === 1 ? ([...special][0] ?? 'NaN') : 'NaN';
  return formatDecimal(average ? divideDecimal(sum, texts.length, Math.max(sum.scale, 0) + 20) : sum);
}

/** Compares two values as the database does: negative if a comes first. */
function compare(column: Column, a: string, b: string): number {
  if (numberKinds.has(column.kind)) return compareNumbers(a, b);
  if (column.kind === 'interval') {
    const difference = (parseDuration(a) ?? 0n) - (parseDuration(b) ?? 0n);
    return difference < 0n ? -1 : Number(difference > 0n);
  }
  // Texts with offsets are compared as instants; below a millisecond, as texts.
  const difference = column.kind === 'time' ? 0 : Date.parse(a) - Date.parse(b);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return a < b ? -1 : Number(a > b);
}

/** Compares numbers. Infinity is greater than all numbers, and NaN greater than infinity. */
function compareNumbers(a: string, b: string): number {
  const [x, y] = [parseDecimal(a), parseDecimal(b)];
  if (x && y) return compareDecimals(x, y);
  const rank = (text: string, number: Decimal | undefined) =>
    number ? 0 : text === 'NaN' ? 2 : text.startsWith('-') ? -1 : 1;
  return rank(a, x) - rank(b, y);
}

const microsecondsPerUnit = { year: 31_104_000_000_000n, mon: 2_592_000_000_000n, day: 86_400_000_000n };

/** Converts an interval ('1 year 2 mons -3 days 04:05:06.7') to microseconds, as PostgreSQL does to compare: a month has 30 days. */
function parseDuration(text: string): bigint | undefined {
  let length = 0n;
  for (const [, count = '0', unit = ''] of text.matchAll(/(-?\d+) (year|mon|day)/g)) {
    length += BigInt(count) * microsecondsPerUnit[unit as keyof typeof microsecondsPerUnit];
  }
  const clock = /(-?)(\d+):(\d+):(\d+)(?:\.(\d+))?$/.exec(text);
  if (!clock) return length;
  const [, sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] = clock;
  const whole = (BigInt(hours) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
  const time = whole * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
  return sign === '-' ? length - time : length + time;
}

/** Formats the text of a summary for display. */
export function formatSummary(table: Table, column: Column, fn: SummaryFunction, text: string): string {
  if (fn === 'count' || fn === 'filled' || fn === 'empty') return formatCount(BigInt(text));
  const grouped = hasGroupedDigits(table, column);
  if (fn === 'average')
    return formatValue(
      column.kind === 'float' ? column : toNumericColumn(column),
      shortenAverage(column, text),
      {
        grouped,
      },
    );
  return formatValue(column, text, { grouped, rounded: true });
}

function toNumericColumn(column: Column): Column {
  return { ...column, kind: 'numeric' };
}

/** Rounds an average to the column's scale, at least two digits, and more if it is small. */
function shortenAverage(column: Column, text: string): string {
  const exact = parseDecimal(text);
  if (!exact) return text;
  for (let digits = Math.max(2, column.scale ?? 0); ; digits++) {
    const short = divideDecimal(exact, 1, digits);
    const enough = short.units >= 100n || short.units <= -100n || compareDecimals(short, exact) === 0;
    if (enough) return formatDecimal(short);
  }
}
