import { addDays, addMonths, weekdayOf } from '@/data/values/dates/calendar-days';

/**
 * Days that move along with the calendar, as the address writes them:
 *
 * | in the address | what it is |
 * | --- | --- |
 * | `today`, `yesterday`, `tomorrow` | that day; PostgreSQL knows these words too |
 * | `today-7d`, `today+2w`, `today-3m`, `today+1y` | one day, so many days, weeks, months or years away |
 * | `week`, `month`, `quarter`, `year` | the one that today is in; weeks begin on Monday |
 * | `month-1`, `year+1` | so many of them before or after |
 * | `last-7d`, `next-2w` | the days up to today, or from today on; today is one of them |
 * | `now` | this moment |
 *
 * The page puts days in their place before it asks for rows (resolve.utils.ts).
 */
export type RelativeDays =
  | { kind: 'now' }
  | { kind: 'day'; amount: number; unit: DayUnit }
  | { kind: 'period'; amount: number; unit: PeriodUnit }
  | { kind: 'last' | 'next'; amount: number; unit: DayUnit };

export type DayUnit = 'd' | 'w' | 'm' | 'y';
export type PeriodUnit = 'week' | 'month' | 'quarter' | 'year';

/** From the first day up to the one after the last, each like 2026-11-20. */
export interface DaySpan {
  first: string;
  end: string;
}

const dayWords: Record<string, number> = { today: 0, yesterday: -1, tomorrow: 1 };
// A plus that was typed into an address by hand arrives as a space.
const dayPattern = /^today([-+ ])(\d{1,4})([dwmy])$/;
const periodPattern = /^(week|month|quarter|year)(?:([-+ ])(\d{1,4}))?$/;
const spanPattern = /^(last|next)-(\d{1,4})([dwmy])$/;

/** Reads the notation above; undefined for anything else. */
export function parseRelativeDays(text: string): RelativeDays | undefined {
  if (text === 'now') return { kind: 'now' };
  if (Object.hasOwn(dayWords, text)) return { kind: 'day', amount: dayWords[text] ?? 0, unit: 'd' };
  const away = dayPattern.exec(text);
  if (away) return { kind: 'day', amount: parseSigned(away[1], away[2]), unit: away[3] as DayUnit };
  const whole = periodPattern.exec(text);
  if (whole) return { kind: 'period', amount: parseSigned(whole[2], whole[3]), unit: whole[1] as PeriodUnit };
  const near = spanPattern.exec(text);
  if (!near || Number(near[2]) === 0) return undefined;
  return { kind: near[1] as 'last' | 'next', amount: Number(near[2]), unit: near[3] as DayUnit };
}

function parseSigned(sign: string | undefined, digits = '0'): number {
  return sign === '-' ? 0 - Number(digits) : Number(digits);
}

export function formatRelativeDays(relative: RelativeDays): string {
  if (relative.kind === 'now') return 'now';
  const { kind, amount, unit } = relative;
  const offset = amount === 0 ? '' : amount < 0 ? String(amount) : `+${amount}`;
  if (kind === 'period') return `${unit}${offset}`;
  if (kind !== 'day') return `${kind}-${amount}${unit}`;
  const word = Object.keys(dayWords).find(
    (name) => dayWords[name] === amount && (unit === 'd' || amount === 0),
  );
  return word ?? `today${offset}${unit}`;
}

/** The days that are meant, today being what it is. */
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
    const first = addDays(today, 7 * amount - weekdayOf(today));
    return { first, end: addDays(first, 7) };
  }
  const length = monthsPerPeriod[unit];
  const into = (Number(today.slice(5, 7)) - 1) % length;
  const first = addMonths(`${today.slice(0, 7)}-01`, amount * length - into);
  return { first, end: addMonths(first, length) };
}

const unitNames: Record<DayUnit, string> = { d: 'day', w: 'week', m: 'month', y: 'year' };

/** In a person's words: 'last 7 days', '3 days ago', 'this month'. */
export function describeRelativeDays(relative: RelativeDays): string {
  if (relative.kind === 'now') return 'now';
  const { kind, amount, unit } = relative;
  if (kind === 'period') {
    if (amount === 0) return `this ${unit}`;
    if (Math.abs(amount) === 1) return amount < 0 ? `last ${unit}` : `next ${unit}`;
    return amount < 0 ? `${-amount} ${unit}s ago` : `${amount} ${unit}s from now`;
  }
  const count = Math.abs(amount);
  const many = `${count} ${unitNames[unit]}${count === 1 ? '' : 's'}`;
  if (kind !== 'day') return `the ${kind} ${many}`;
  const word = formatRelativeDays(relative);
  if (Object.hasOwn(dayWords, word)) return word;
  return amount < 0 ? `${many} ago` : `${many} from now`;
}
