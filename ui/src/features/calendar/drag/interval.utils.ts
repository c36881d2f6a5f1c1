import type { DayRange } from '@/data/layouts/calendar-source';
import { firstDay, lastDay, parseDay } from '@/data/layouts/calendar-times';
import type { ViewRef } from '@/data/query/page-state/view-ref.utils';
import { toUTCDate, toZonedParts } from '@/data/values/dates/zoned-parts';
import { getLocale } from '@/lib/browser/zone/locale';

// Computes and formats the intervals of days that the calendar shows.

/** Start of events that are created on a day without hours, in minutes of the day. */
export const defaultStartMinute = 9 * 60;

const toDate = (day: number) => new Date(day * 86_400_000);

/** Formats days. Days have no time zone, so they are formatted in UTC. */
function createDayFormatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(getLocale(), { ...options, timeZone: 'UTC' });
}

const monthTitle = createDayFormatter({ month: 'long', year: 'numeric' });
const shortMonthTitle = createDayFormatter({ month: 'short', year: 'numeric' });
const monthName = createDayFormatter({ month: 'short' });
const shortWeekday = createDayFormatter({ weekday: 'short' });
const narrowWeekday = createDayFormatter({ weekday: 'narrow' });
const longDay = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const plainDay = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' });
const weekTitle = createDayFormatter({ day: 'numeric', month: 'long', year: 'numeric' });
const shortDay = createDayFormatter({ day: 'numeric', month: 'short', year: 'numeric' });
const shortWeekTitle = createDayFormatter({ day: 'numeric', month: 'short' });

export const dayNames = {
  /** 'Friday 20 November 2026' */
  full: (day: number) => longDay.format(toDate(day)),
  /** 'Friday 20 November' */
  long: (day: number) => plainDay.format(toDate(day)),
  /** '20 Nov 2026' */
  short: (day: number) => shortDay.format(toDate(day)),
  /** 'Fri' */
  weekday: (day: number) => shortWeekday.format(toDate(day)),
  /** 'F' */
  initial: (day: number) => narrowWeekday.format(toDate(day)),
  /** 'Nov' */
  month: (day: number) => monthName.format(toDate(day)),
  date: (day: number) => toDate(day).getUTCDate(),
};

/** Returns the weekday of a day number; 0 is Sunday. */
export function getWeekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function startOfWeek(day: number, first: number): number {
  return day - ((getWeekday(day) - first + 7) % 7);
}

function getMonth(day: number): [year: number, month: number] {
  const date = toDate(day);
  return [date.getUTCFullYear(), date.getUTCMonth()];
}

function toDayNumber(year: number, month: number, date: number): number {
  const at = new Date(0);
  at.setUTCFullYear(year, month, date);
  return at.getTime() / 86_400_000;
}

/**
 * Returns the days that the calendar shows: the week of a day, or the whole weeks of its month. `first` is the first
 * weekday (see getWeekday).
 */
export function getInterval(period: ViewRef['period'], day: number, first: number): DayRange {
  if (period === 'week') return { from: startOfWeek(day, first), to: startOfWeek(day, first) + 7 };
  const [year, month] = getMonth(day);
  return {
    from: startOfWeek(toDayNumber(year, month, 1), first),
    to: startOfWeek(toDayNumber(year, month + 1, 0), first) + 7,
  };
}

/** Returns the same day some weeks or months later. If the month is shorter, returns its last day. */
export function addIntervals(period: ViewRef['period'], day: number, by: number): number {
  if (period === 'week') return clampDay(day + 7 * by);
  const [year, month] = getMonth(day);
  const last = dayNames.date(toDayNumber(year, month + by + 1, 0));
  return clampDay(toDayNumber(year, month + by, Math.min(dayNames.date(day), last)));
}

/** Returns the nearest day that a URL can contain, so that the weeks around it exist too. */
export function clampDay(day: number): number {
  return Math.min(Math.max(day, firstDay + 7), lastDay - 31);
}

/** Whether two days are in the same month of the same year. */
export function isSameMonth(a: number, b: number): boolean {
  const [[year, month], [otherYear, otherMonth]] = [getMonth(a), getMonth(b)];
  return year === otherYear && month === otherMonth;
}

/** Formats the title of an interval, e.g. `November 2026` or `16 – 22 November 2026`; in compact form `Nov 2026` or `16–22 Nov`. */
export function formatIntervalTitle(
  period: ViewRef['period'],
  day: number,
  { from, to }: DayRange,
  short = false,
): string {
  if (period === 'month') return (short ? shortMonthTitle : monthTitle).format(toDate(day));
  return (short ? shortWeekTitle : weekTitle).formatRange(toDate(from), toDate(to - 1));
}

/** Returns the day in the URL, or today. */
export function resolveVisibleDay(view: ViewRef, today: number): number {
  const named = view.day === undefined ? undefined : parseDay(view.day);
  return clampDay(named ?? today);
}

/** Returns the local time in a zone, in minutes since 1970-01-01 00:00 local time. */
export function getWallClockMinutes(zone: string, now = new Date()): number {
  const local = toUTCDate(toZonedParts(zone, now));
  return Math.floor(local.getTime() / 60_000);
}
