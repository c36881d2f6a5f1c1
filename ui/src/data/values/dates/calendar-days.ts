import { getZone } from '@/lib/browser/zone';
import { checkTimestampTZ, type TextCheck } from './datetime.utils';

/** Days of the calendar, as texts like 2026-11-20, and when they begin. */

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The calendar ends with the years of four digits; the database has words for what is before and after. */
function formatDay(date: Date): string {
  const year = date.getUTCFullYear();
  if (year > 9999) return 'infinity';
  return year < 1 ? '-infinity' : date.toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  if (day.endsWith('infinity')) return day;
  const date = toDate(day);
  date.setUTCDate(date.getUTCDate() + days);
  return formatDay(date);
}

/** The same day some months away, or that month's last where it is too short. */
export function addMonths(day: string, months: number): string {
  if (day.endsWith('infinity')) return day;
  const date = toDate(day);
  const wanted = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
  date.setUTCDate(Math.min(wanted, last.getUTCDate()));
  return formatDay(date);
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: string): number {
  return (toDate(day).getUTCDay() + 6) % 7;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day and the time of day that clocks of a zone show: ['2026-11-20', '09:41:00']. */
export function wallTimeIn(zone: string, instant: Date): readonly [day: string, time: string] {
  let formatter = formatters.get(zone);
  if (!formatter) {
    // Sweden writes dates as PostgreSQL does.
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formatters.set(zone, formatter);
  }
  const [day = '', time = ''] = formatter.format(instant).split(' ');
  return [day, time];
}

/** The first moment of a day in a zone, with its offset: clocks may be changed at midnight, too. */
export function startOfDay(day: string, zone = getZone()): string {
  if (day.endsWith('infinity')) return day;
  const noon = offsetOf(checkTimestampTZ(`${day} 12:00`, zone));
  const before = offsetOf(checkTimestampTZ(`${addDays(day, -1)} 12:00`, zone));
  // The offset of the day before holds until the clocks change; where midnight comes twice, the first one counts.
  for (const offset of [before, noon]) {
    const start = `${day}T00:00:00${offset}`;
    if (wallTimeIn(zone, new Date(start))[0] === day) return start;
  }
  return `${day}T00:00:00${noon}`;
}

/** The offset that a checked moment was given. */
function offsetOf(checked: TextCheck): string {
  return 'value' in checked ? checked.value.slice('2026-11-20T12:00:00'.length) : '+00:00';
}
