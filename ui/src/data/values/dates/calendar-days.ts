import { getZone } from '@/lib/browser/zone/zone';
import { checkTimestampTZ, type TextCheck } from './datetime.utils';

/** Computes with days, as texts like '2026-11-20'; 'infinity' and '-infinity' are days beyond the years 1 to 9999. */

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Formats a day. Years must have four digits; PostgreSQL accepts the infinite values for days before and after them. */
function formatDay(date: Date): string {
  const year = date.getUTCFullYear();
  if (year > 9999) return 'infinity';
  return year < 1 ? '-infinity' : date.toISOString().slice(0, 10);
}

/** Adds days to a day. Infinite days are unchanged. */
export function addDays(day: string, days: number): string {
  if (day.endsWith('infinity')) return day;
  const date = toDate(day);
  date.setUTCDate(date.getUTCDate() + days);
  return formatDay(date);
}

/**
 * Adds months to a day. If the resulting month is shorter, returns its last day. Results outside the years 1 to 9999
 * are infinite. Infinite days are unchanged.
 */
export function addMonths(day: string, months: number): string {
  if (day.endsWith('infinity')) return day;
  const date = toDate(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
  date.setUTCDate(Math.min(dayOfMonth, last.getUTCDate()));
  return formatDay(date);
}

/** Returns the number of days since the week's Monday: 0 for Monday, 6 for Sunday. */
export function countDaysSinceMonday(day: string): number {
  return (toDate(day).getUTCDay() + 6) % 7;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the local day and time of an instant in a zone: ['2026-11-20', '09:41:00']. */
export function getWallTime(zone: string, instant: Date): readonly [day: string, time: string] {
  let formatter = formatters.get(zone);
  if (!formatter) {
    // The Swedish locale formats dates like PostgreSQL.
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formatters.set(zone, formatter);
  }
  const [day = '', time = ''] = formatter.format(instant).split(' ');
  return [day, time];
}

/** Returns the start of a day in a zone, with its offset: '2026-11-20T00:00:00+01:00'. If the clocks skip midnight, returns the instant of the change. */
export function startOfDay(day: string, zone = getZone()): string {
  if (day.endsWith('infinity')) return day;
  const noon = getOffset(checkTimestampTZ(`${day} 12:00`, zone));
  const before = getOffset(checkTimestampTZ(`${addDays(day, -1)} 12:00`, zone));
  // If the clocks change at midnight, the first candidate is right, also if midnight occurs twice.
  for (const offset of [before, noon]) {
    const start = `${day}T00:00:00${offset}`;
    if (getWallTime(zone, new Date(start))[0] === day) return start;
  }
  return `${day}T00:00:00${noon}`;
}

/** Returns the offset of a checked timestamp. */
function getOffset(checked: TextCheck): string {
  return 'value' in checked ? checked.value.slice('2026-11-20T12:00:00'.length) : '+00:00';
}
