import { addDays, addMonths, countDaysSinceMonday } from '@/data/values/dates/calendar-days';
import { queryMessages } from './query-messages';

const messages = queryMessages.relativeDays;

/**
 * A date relative to today. The URL contains it as one of these values:
 *
 * | value | meaning |
 * | --- | --- |
 * | `today`, `yesterday`, `tomorrow` | that day (PostgreSQL accepts these too) |
 * | `today-7d`, `today+2w`, `today-3m`, `today+1y` | the day some days, weeks, months or years before or after today |
 * | `week`, `month`, `quarter`, `year` | the current one; weeks begin on Monday |
 * | `month-1`, `year+1` | the one some periods before or after the current one |
 * | `last-7d`, `next-2w` | the period that ends, or begins, with today |
 * | `now` | the current time |
 *
 * `resolveFilters` replaces these values before a request.
 */
export type RelativeDays =
  | { kind: 'now' }
  | { kind: 'day'; amount: number; unit: DayUnit }
  | { kind: 'period'; amount: number; unit: PeriodUnit }
  | { kind: 'last' | 'next'; amount: number; unit: DayUnit };

export type DayUnit = 'd' | 'w' | 'm' | 'y';
export type PeriodUnit = 'week' | 'month' | 'quarter' | 'year';

/** A period of days, as texts like '2026-11-20'. */
export interface DaySpan {
  first: string;
  /** The day after the last day. */
  end: string;
}

const namedDays: Record<string, number> = { today: 0, yesterday: -1, tomorrow: 1 };
// A plus sign that a user types into the address bar is decoded as a space.
const dayPattern = /^today([-+ ])(\d{1,4})([dwmy])$/;
const periodPattern = /^(week|month|quarter|year)(?:([-+ ])(\d{1,4}))?$/;
const spanPattern = /^(last|next)-(\d{1,4})([dwmy])$/;

/** Parses a value of the table above; undefined for other texts. */
export function parseRelativeDays(text: string): RelativeDays | undefined {
  if (text === 'now') return { kind: 'now' };
  if (Object.hasOwn(namedDays, text)) return { kind: 'day', amount: namedDays[text] ?? 0, unit: 'd' };
  const day = dayPattern.exec(text);
  if (day) return { kind: 'day', amount: parseSigned(day[1], day[2]), unit: day[3] as DayUnit };
  const period = periodPattern.exec(text);
  if (period)
    return { kind: 'period', amount: parseSigned(period[2], period[3]), unit: period[1] as PeriodUnit };
  const span = spanPattern.exec(text);
  if (!span || Number(span[2]) === 0) return undefined;
  return { kind: span[1] as 'last' | 'next', amount: Number(span[2]), unit: span[3] as DayUnit };
}

function parseSigned(sign: string | undefined, digits = '0'): number {
  return sign === '-' ? 0 - Number(digits) : Number(digits);
}

/** Formats relative days for the URL, the inverse of parseRelativeDays. */
export function formatRelativeDays(relative: RelativeDays): string {
  if (relative.kind === 'now') return 'now';
  const { kind, amount, unit } = relative;
  const offset = amount === 0 ? '' : amount < 0 ? String(amount) : `+${amount}`;
  if (kind === 'period') return `${unit}${offset}`;
  if (kind !== 'day') return `${kind}-${amount}${unit}`;
  const namedDay = Object.keys(namedDays).find(
    (name) => namedDays[name] === amount && (unit === 'd' || amount === 0),
  );
  return namedDay ?? `today${offset}${unit}`;
}

/** Returns the period of some relative days. `today` is a day like '2026-11-20'. */
export function toDaySpan(relative: Exclude<RelativeDays, { kind: 'now' }>, today: string): DaySpan {
  const { kind, amount, unit } = relative;
  switch (kind) {
    case 'day': {
      const first = shiftDay(today, amount, unit);
      return { first, end: addDays(first, 1) };
    }
    case 'last':
      return { first: addDays(shiftDay(today, -amount, unit), 1), end: addDays(today, 1) };
    case 'next':
      return { first: today, end: shiftDay(today, amount, unit) };
    case 'period':
      return computePeriod(today, unit, amount);
  }
}

function shiftDay(from: string, amount: number, unit: DayUnit): string {
  if (unit === 'd' || unit === 'w') return addDays(from, unit === 'd' ? amount : amount * 7);
  return addMonths(from, unit === 'm' ? amount : amount * 12);
}

const monthsPerPeriod: Record<Exclude<PeriodUnit, 'week'>, number> = { month: 1, quarter: 3, year: 12 };

function computePeriod(today: string, unit: PeriodUnit, amount: number): DaySpan {
  if (unit === 'week') {
    const first = addDays(today, 7 * amount - countDaysSinceMonday(today));
    return { first, end: addDays(first, 7) };
  }
  const length = monthsPerPeriod[unit];
  const monthInPeriod = (Number(today.slice(5, 7)) - 1) % length;
  const first = addMonths(`${today.slice(0, 7)}-01`, amount * length - monthInPeriod);
  return { first, end: addMonths(first, length) };
}

/** Describes relative days inside a sentence: 'the last 7 days', '3 days ago', 'this month'. */
export function describeRelativeDays(relative: RelativeDays): string {
  if (relative.kind === 'now') return messages.now;
  const { kind, amount, unit } = relative;
  if (kind === 'period') {
    if (amount === 0) return messages.thisPeriod(unit);
    if (Math.abs(amount) === 1) return amount < 0 ? messages.lastPeriod(unit) : messages.nextPeriod(unit);
    return amount < 0 ? messages.periodsAgo(-amount, unit) : messages.periodsFromNow(amount, unit);
  }
  const count = messages.count(Math.abs(amount), unit);
  if (kind !== 'day') return kind === 'last' ? messages.last(count) : messages.next(count);
  const name = formatRelativeDays(relative);
  if (Object.hasOwn(namedDays, name)) return messages.namedDays[name] ?? name;
  return amount < 0 ? messages.daysAgo(count) : messages.daysFromNow(count);
}
