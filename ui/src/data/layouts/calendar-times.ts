import { checkTimestampTZ, formatTimestampTZ } from '@/data/values/dates/datetime.utils';

/**
 * Converts between texts of dates and times, and the numbers of a calendar. A day is the
 * number of days since 1970-01-01. A time is the number of minutes of the wall
 * clock since then: for timestamptz in the user's time zone, otherwise as written, so
 * that a date never shifts.
 */

/** The type of a calendar's values. */
export type Grain = 'date' | 'timestamp' | 'timestamptz';

export const minutesPerDay = 1440;

const wallTimePattern = /^(\d{4,})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(.*))?$/;

interface WallTime {
  minutes: number;
  separator: string;
  /** The text after the minutes: seconds, fraction and offset. */
  rest: string;
}

function parseWallTime(text: string): WallTime | undefined {
  const match = wallTimePattern.exec(text);
  if (!match || /BC$/i.test(text)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  const minutes = date.getTime() / 60_000 + Number(match[5] ?? 0) * 60 + Number(match[6] ?? 0);
  return { minutes, separator: match[4] ?? '', rest: match[7] ?? '' };
}

/** Returns the minutes of a bound; ±Infinity for infinity and for years that are not between 1 and 9999. */
export function parseMinutes(grain: Grain, text: string, zone: string): number {
  if (text === '-infinity' || /BC$/i.test(text)) return Number.NEGATIVE_INFINITY;
  const minutes = parseWallTime(grain === 'timestamptz' ? formatTimestampTZ(text, zone).text : text)?.minutes;
  return minutes === undefined || Number.isNaN(minutes) ? Number.POSITIVE_INFINITY : minutes;
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a day: 20777 becomes '2026-11-20'. */
export function formatDay(day: number): string {
  const date = new Date(day * 86_400_000);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${padTwoDigits(date.getUTCMonth() + 1)}-${padTwoDigits(date.getUTCDate())}`;
}

/** Parses a day: '2026-11-20' becomes 20777. Undefined for other texts and for days that do not exist. */
export function parseDay(text: string): number | undefined {
  const minutes = parseWallTime(text)?.minutes;
  return minutes === undefined || formatDay(minutes / minutesPerDay) !== text
    ? undefined
    : minutes / minutesPerDay;
}

/** The first and the last day that a calendar shows: years have four digits. */
export const firstDay = parseDay('0001-01-01') ?? 0;
export const lastDay = parseDay('9999-12-31') ?? 0;

function formatClock(minutes: number): string {
  const inDay = ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay;
  return `${padTwoDigits(Math.floor(inDay / 60))}:${padTwoDigits(inDay % 60)}`;
}

/** Formats a time as input for a column of the grain. */
export function formatMoment(grain: Grain, minutes: number, zone: string): string {
  const day = formatDay(Math.floor(minutes / minutesPerDay));
  if (grain === 'date') return day;
  const wall = `${day}T${formatClock(minutes)}:00`;
  return grain === 'timestamp' ? wall : addZoneOffset(wall, zone);
}

/** Appends the UTC offset that the zone has at a wall time: '2026-11-20T09:00:00+01:00'. Returns an invalid wall time as it is. */
function addZoneOffset(wall: string, zone: string): string {
  const checked = checkTimestampTZ(wall, zone);
  return 'value' in checked ? checked.value : wall;
}

/** Adds minutes to a value. Undefined for an infinite value, and if the result is not in the years 1 to 9999. */
export function shiftMoment(grain: Grain, text: string, minutes: number, zone: string): string | undefined {
  const wall = parseWallTime(grain === 'timestamptz' ? formatTimestampTZ(text, zone).text : text);
  if (!wall || Number.isNaN(wall.minutes)) return undefined;
  const shifted = wall.minutes + minutes;
  const day = Math.floor(shifted / minutesPerDay);
  if (day < firstDay || day > lastDay) return undefined;
  if (grain === 'date') return formatDay(day);
  const result = `${formatDay(day)}${wall.separator}${formatClock(shifted)}${wall.rest}`;
  return grain === 'timestamp' ? result : addZoneOffset(result, zone);
}
