import type { Column } from '@/lib/api.gen';
import { getZone } from '@/lib/browser/zone/zone';
import { addDays, addMonths, getWallTime, startOfDay } from '../dates/calendar-days';
import { formatTimestampTZ } from '../dates/datetime.utils';
import { formatValue } from '../value.utils';
import { valuesMessages } from '../values-messages';
import { findClosingParenthesis, isParenthesized } from './sql-expression';

const messages = valuesMessages.defaults;

/**
 * Describes a column's default: `'draft'::order_status` is 'draft',
 * `(CURRENT_DATE + 7)` is that day. Other expressions are 'Set automatically'; SQL is
 * never shown. '' if there is no default. Assumes that the database's time zone is
 * UTC, Supabase's default. `grouped`: whether the column's numbers have thousands separators.
 */
export function describeDefault(column: Column, now = new Date(), grouped = false): string {
  if (column.identity !== '') return messages.nextNumber;
  if (column.default === null) return column.filled ? messages.automatic : '';
  const { inner, casts } = unwrapExpression(column.default);
  if (/^nextval\(/i.test(inner)) return messages.nextNumber;
  if (/^null$/i.test(inner)) return '';
  const known = knownFunctions.find(([pattern]) => pattern.test(inner));
  if (known) return known[1];
  const literal = parseLiteral(inner);
  if (literal !== undefined) return describeLiteral(column, literal, grouped);
  if (isCurrentTime(inner) && !casts.includes('date') && column.kind !== 'date') return messages.now;
  const moment = evaluateExpression(column.default, now);
  return (moment && describeMoment(column, moment)) ?? messages.automatic;
}

/** Returns the day of a column's default in the user's time zone, such as '2026-11-27'; undefined if it has none or the database computes it. */
export function findDefaultDay(column: Column, now = new Date()): string | undefined {
  if (column.default === null) return undefined;
  const literal = parseLiteral(unwrapExpression(column.default).inner);
  if (literal !== undefined) {
    const text = column.kind === 'timestamptz' ? formatTimestampTZ(literal).text : literal;
    return /^\d{4}-\d\d-\d\d(?!\d)/.exec(text)?.[0];
  }
  const moment = evaluateExpression(column.default, now);
  if (!moment) return undefined;
  return getWallTime(column.kind === 'timestamptz' ? getZone() : 'UTC', moment)[0];
}

/** Functions whose result depends on the user, or is new for each row. */
const knownFunctions: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(select )?auth\.uid\(\)( as \w+)?$/i, messages.you],
  [/^\(?auth\.jwt\(\) ->> 'sub'(::text)?\)?$/i, messages.you],
  [/^(select )?auth\.email\(\)( as \w+)?$|^\(?auth\.jwt\(\) ->> 'email'(::text)?\)?$/i, messages.yourEmail],
  [/^([\w]+\.)?(gen_random_uuid|uuid_generate_v[14]|uuidv[47])\(\)$/i, messages.newID],
];

interface UnwrappedExpression {
  inner: string;
  /** The types of the removed casts, without their length. */
  casts: readonly string[];
}

const castPattern =
  /::("[^"]+"|[a-z_][\w.]*)(\.("[^"]+"|\w+))?( (varying|precision|with(out)? time zone))*(\([\d,]+\))?(\[\])*$/i;

/** Removes the parentheses and casts around an expression. */
export function unwrapExpression(expression: string): UnwrappedExpression {
  const casts: string[] = [];
  let inner = expression.trim();
  for (;;) {
    const found = castPattern.exec(inner);
    // In `a + b::date`, the cast only applies to b.
    if (found && isOneTerm(inner.slice(0, found.index))) {
      casts.push((found[1] ?? '').toLowerCase());
      inner = inner.slice(0, found.index).trim();
    } else if (isParenthesized(inner)) {
      inner = inner.slice(1, -1).trim();
    } else return { inner, casts };
  }
}

/** Whether an expression is a literal, a name, a function call or in parentheses. */
function isOneTerm(text: string): boolean {
  if (/^('([^']|'')*'|[\w.]+|ARRAY\[\])$/i.test(text)) return true;
  const open = text.indexOf('(');
  const isCall = open >= 0 && /^[\w.]*$/.test(text.slice(0, open));
  return isCall && findClosingParenthesis(text.slice(open)) === text.length - open - 1;
}

/** Returns the text of a literal (string, number, boolean, empty array); undefined for other expressions. */
function parseLiteral(inner: string): string | undefined {
  const quoted = /^'((?:[^']|'')*)'$/.exec(inner);
  if (quoted) return (quoted[1] ?? '').replaceAll("''", "'");
  if (/^ARRAY\[\]$/i.test(inner)) return '{}';
  return /^(-?\d+(\.\d+)?|true|false)$/i.test(inner) ? inner.toLowerCase() : undefined;
}

/** Describes a constant default as the form shows it. */
function describeLiteral(column: Column, literal: string, grouped: boolean): string {
  if (literal === '') return messages.empty;
  if (column.array) {
    if (literal === '{}') return messages.empty;
    // Quoted and nested items are rare, and would need a parser of array literals.
    return /^\{[^{}"\\]+\}$/.test(literal)
      ? formatValue(column, literal.slice(1, -1).split(','), { grouped })
      : messages.automatic;
  }
  if (column.kind === 'json') return /^(\{\s*\}|\[\s*\])$/.test(literal) ? messages.empty : literal;
  const isTime = ['date', 'timestamp', 'timestamptz', 'time', 'timetz'].includes(column.kind);
  // The database replaces 'now', 'today', ... with the current time.
  if (isTime && !/^-?(\d|infinity)/.test(literal)) return messages.automatic;
  return formatValue(column, literal, { precision: 'minute', grouped });
}

const currentTimePattern =
  /^((now|transaction_timestamp|statement_timestamp|clock_timestamp)\(\)|current_timestamp|localtimestamp|localtime|current_time)(\(\d\))?$/i;
const utcPattern = /^timezone\('utc'(?:::text)?, (.+)\)$|^(.+) at time zone 'utc'(?:::text)?$/i;

/** Whether an expression is the time at which the row is inserted. */
export function isCurrentTime(inner: string): boolean {
  const zoned = utcPattern.exec(inner);
  return currentTimePattern.test(zoned ? unwrapExpression(zoned[1] ?? zoned[2] ?? '').inner : inner);
}

/** Evaluates an expression of the current date or time plus or minus intervals and days; undefined for others. */
export function evaluateExpression(expression: string, now: Date): Date | undefined {
  const { inner, casts } = unwrapExpression(expression);
  const moment = evaluateTerm(inner, now);
  return moment && casts.includes('date') ? startOfUTCDay(moment) : moment;
}

/** A term plus or minus an interval or a number of days. */
export const sumPattern = /^(.+) ([+-]) ('[^']*'::interval|\d+)$/i;

/** Returns the time of a term in a default: current_date, now(), or one of them with an interval; undefined for others. */
function evaluateTerm(inner: string, now: Date): Date | undefined {
  if (/^current_date$/i.test(inner)) return startOfUTCDay(now);
  if (isCurrentTime(inner)) return now;
  const sum = sumPattern.exec(inner);
  const start = sum && evaluateExpression(sum[1] ?? '', now);
  if (!sum || !start) return undefined;
  const amount = sum[3] ?? '';
  return addInterval(
    start,
    sum[2] === '-' ? -1 : 1,
    /^\d+$/.test(amount) ? `${amount}days` : (amount.split("'")[1] ?? ''),
  );
}

function startOfUTCDay(moment: Date): Date {
  return new Date(startOfDay(moment.toISOString().slice(0, 10), 'UTC'));
}

const intervalUnits: Readonly<Record<string, readonly [months: number, days: number, seconds: number]>> = {
  year: [12, 0, 0],
  mon: [1, 0, 0],
  month: [1, 0, 0],
  week: [0, 7, 0],
  day: [0, 1, 0],
  hour: [0, 0, 3600],
  hr: [0, 0, 3600],
  minute: [0, 0, 60],
  min: [0, 0, 60],
  second: [0, 0, 1],
  sec: [0, 0, 1],
};

/** Adds an interval such as '1 mon 2 days 03:00:00' as PostgreSQL does: months, then days, then the time. */
function addInterval(start: Date, sign: 1 | -1, interval: string): Date | undefined {
  const total = [0, 0, 0];
  const rest = interval.replace(
    /(-?\d+) ?([a-z]+?)s?(?= |$)|(-?)(\d+):(\d\d)(?::(\d\d))?/gi,
    (found, ...groups) => {
      const [count, unit, minus, hours, minutes, seconds = '0'] = groups as (string | undefined)[];
      const parts = unit === undefined ? [0, 0, 1] : intervalUnits[unit.toLowerCase()];
      if (!parts) return found;
      const time = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
      const factor = sign * (count === undefined ? (minus ? -time : time) : Number(count));
      for (const [i, part] of parts.entries()) total[i] = (total[i] ?? 0) + part * factor;
      return '';
    },
  );
  if (rest.trim() !== '' || interval.trim() === '') return undefined;
  const [months = 0, days = 0, seconds = 0] = total;
  const iso = start.toISOString();
  const day = addDays(addMonths(iso.slice(0, 10), months), days);
  const moved = new Date(`${day}${iso.slice(10)}`).getTime() + seconds * 1000;
  return Number.isNaN(moved) ? undefined : new Date(moved);
}

/** Formats a time as a value of a column's type; undefined for a column of another type. */
function describeMoment(column: Column, moment: Date): string | undefined {
  const iso = moment.toISOString();
  if (column.array) return undefined;
  if (column.kind === 'date') return formatValue(column, iso.slice(0, 10));
  if (column.kind === 'timestamp') return formatValue(column, iso.replace('Z', ''), { precision: 'minute' });
  return column.kind === 'timestamptz' ? formatValue(column, iso, { precision: 'minute' }) : undefined;
}
