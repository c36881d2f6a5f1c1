import type { Value } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { addDays } from '@/data/values/dates/calendar-days';
import {
  checkTimestamp,
  checkTimestampTZ,
  formatTimestamp,
  formatTimestampTZ,
  parseTimestamp,
} from '@/data/values/dates/datetime.utils';
import { findCurrencyProblem } from '@/data/values/formats/currency-text';
import { parseNumberWithUnit } from '@/data/values/formats/input-unit';
import {
  addDecimals,
  type Decimal,
  divideDecimal,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
} from '@/data/values/numbers/decimal.utils';
import { parseLocalNumber } from '@/data/values/numbers/local-numbers';
import { findNumberProblem } from '@/data/values/numbers/number.utils';
import type { Column } from '@/lib/api.gen';
import { bulkMessages } from '../bulk-messages';

/** Computes the new value of a column from a row's value. */
export type Calculation = (before: Value) => Value;
export type CheckedCalculation = { calculate: Calculation } | { problem: string };

/** A search in texts and its replacement. */
export interface Replacement {
  search: string;
  replacement: string;
  /** Whether upper and lower case must match. */
  matchesCase: boolean;
}

const messages = bulkMessages.checks;

/** More days than in a century are probably a typing error. */
const maxDays = 36_525;

/** Whether a column can be changed by an amount or a percentage. Floats can't, because the result is not exact. */
export function canChangeByAmount(column: Column): boolean {
  return (column.kind === 'integer' || column.kind === 'numeric') && !column.array && column.base !== 'money';
}

/** Whether a column has dates that can be moved by days. */
export function canMoveByDays({ kind, array }: Column): boolean {
  return !array && (kind === 'date' || kind === 'timestamp' || kind === 'timestamptz');
}

/** Whether a column has texts in which a text can be replaced. */
export function canReplaceText({ kind, array }: Column): boolean {
  return !array && kind === 'text';
}

function toPlainNumber(entry: EnteredValue): string {
  const text = typeof entry === 'string' ? entry.trim().replace(/\s*[%٪]$/, '') : '';
  return parseLocalNumber(text) ?? text;
}

/** Checks an amount and returns its addition. */
export function checkAmount(column: Column, entry: EnteredValue): CheckedCalculation {
  const entered = typeof entry === 'string' ? entry.trim() : '';
  const text = parseNumberWithUnit(column, entered) ?? toPlainNumber(entry);
  const { base, precision, scale } = column;
  const kind = column.kind as 'integer' | 'numeric';
  const amount = parseDecimal(text);
  const problem = findNumberProblem(text, { kind, base, precision, scale });
  if (problem !== undefined || !amount)
    return { problem: findCurrencyProblem(column, entered) ?? problem ?? messages.number };
  if (amount.units === 0n) return { problem: messages.amountZero };
  return { calculate: onNumbers((before) => addDecimals(before, amount)) };
}

/** Checks a percentage and returns its addition, rounded to the column's scale. */
export function checkPercent(column: Column, entry: EnteredValue): CheckedCalculation {
  const text = toPlainNumber(entry);
  const percent = parseDecimal(text);
  const problem = findNumberProblem(text, { kind: 'numeric', base: 'numeric', precision: null, scale: null });
  if (problem !== undefined || !percent) return { problem: problem ?? messages.number };
  if (percent.units === 0n) return { problem: messages.percentZero };
  const result = addDecimals(percent, { units: 100n, scale: 0 });
  if (result.units < 0n) return { problem: messages.percentTooLow };
  const factor = { units: result.units, scale: result.scale + 2 };
  return { calculate: onNumbers((before) => roundProduct(column, before, factor)) };
}

/** Leaves a value that is NULL or not a number (NaN, Infinity) unchanged. */
function onNumbers(calculate: (before: Decimal) => Decimal): Calculation {
  return (before) => {
    const number = typeof before === 'string' ? parseDecimal(before) : undefined;
    return number ? formatDecimal(calculate(number)) : before;
  };
}

/**
 * Multiplies a number of a column and rounds the result to the column's scale, half away from zero. A numeric column
 * without a scale stores the exact result.
 */
function roundProduct({ kind, scale }: Column, before: Decimal, factor: Decimal): Decimal {
  const product = multiplyDecimals(before, factor);
  if (kind === 'integer') return divideDecimal(product, 1, 0);
  if (scale !== null) return divideDecimal(product, 1, Math.max(scale, 0));
  let digits = product.scale;
  let { units } = product;
  while (digits > before.scale && units % 10n === 0n) {
    units /= 10n;
    digits -= 1;
  }
  return { units, scale: digits };
}

/** Checks a number of days, and returns the move of a date by it. */
export function checkDays(column: Column, entry: EnteredValue): CheckedCalculation {
  const text = toPlainNumber(entry);
  const days = Number(text);
  if (!/^[+-]?\d+$/.test(text)) return { problem: messages.days };
  if (days === 0) return { problem: messages.daysZero };
  if (Math.abs(days) > maxDays) return { problem: messages.tooManyDays(maxDays) };
  return { calculate: (before) => (typeof before === 'string' ? moveByDays(column, before, days) : before) };
}

/**
 * Moves a date by days. The time of day remains: that of a timestamp with time zone in the user's zone, also if the
 * clocks change. Values that no calendar has (infinity, BC) do not change.
 */
function moveByDays({ kind }: Column, before: string, days: number): string {
  if (!parseTimestamp(before)) return before;
  const wall =
    kind === 'timestamptz'
      ? formatTimestampTZ(before).text
      : kind === 'timestamp'
        ? formatTimestamp(before)
        : before;
  const day = /^\d{4}-\d\d-\d\d(?!\d)/.exec(wall)?.[0];
  const moved = day && addDays(day, days);
  if (!day || !moved || moved.endsWith('infinity')) return before;
  if (kind === 'date') return moved;
  const text = moved + wall.slice(day.length);
  const checked = kind === 'timestamptz' ? checkTimestampTZ(text) : checkTimestamp(text);
  return 'value' in checked ? checked.value : before;
}

/** Checks a search and returns its replacement. The texts are literal; NULL does not change. */
export function checkReplacement({ search, replacement, matchesCase }: Replacement): CheckedCalculation {
  if (search === '') return { problem: messages.search };
  const escaped = search.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(escaped, matchesCase ? 'gu' : 'giu');
  return {
    // A function, because a text can contain the patterns of a replacement, such as '$1'.
    calculate: (before) => (typeof before === 'string' ? before.replace(pattern, () => replacement) : before),
  };
}
