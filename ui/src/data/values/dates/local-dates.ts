import { getZone } from '@/lib/browser/zone/zone';
import { parseInstant, parseTimestamp } from './datetime.utils';
import { formatLocalMoment, formatLocalRange, type LocalStyle } from './local-formatters';
import { toUTCDate, toZonedParts } from './zoned-parts';

/**
 * Formats PostgreSQL's dates and times for display, in the user's locale. Values that Date can't represent (BC,
 * infinity) are unchanged. Inputs show the text form of datetime.utils instead, which can be parsed again.
 */

export interface LocalTimeOptions {
  /** The time zone of timestamps with an offset. Default: the user's. */
  zone?: string | undefined;
  /** `minute` omits seconds. `full` (default) omits seconds that are 0. */
  precision?: 'minute' | 'full' | undefined;
}

/** A date and time as a clock in its zone shows it. */
interface WallTime {
  /** The date and time as if the zone was UTC. */
  date: Date;
  style: LocalStyle;
  /** The fraction of the second, with its point; it can have more digits than Date. */
  fraction: string;
}

function parseDate(text: string): WallTime | undefined {
  const parsed = parseTimestamp(text);
  if (!parsed || parsed.hasTime || parsed.offset) return undefined;
  return toWallTime(toUTCDate(parsed.parts), 'date', '');
}

function parseWallTime(text: string, options: LocalTimeOptions): WallTime | undefined {
  const { zone = getZone(), precision = 'full' } = options;
  const parsed = parseTimestamp(text);
  if (!parsed) return undefined;
  const { parts, fraction, offset } = parsed;
  const hasSeconds = precision === 'full' && (parts.second !== 0 || fraction !== '');
  const instant = offset ? parseInstant(text) : 0;
  if (Number.isNaN(instant)) return undefined;
  const wall = offset ? toZonedParts(zone, new Date(instant)) : parts;
  return toWallTime(toUTCDate(wall), hasSeconds ? 'second' : 'minute', hasSeconds ? fraction : '');
}

function toWallTime(date: Date, style: LocalStyle, fraction: string): WallTime | undefined {
  return Number.isNaN(date.getTime()) ? undefined : { date, style, fraction };
}

function formatWallTime({ date, style, fraction }: WallTime): string {
  return formatLocalMoment(date, style, fraction);
}

/** Formats a date: '2026-11-20' is 'Nov 20, 2026' in the locale en-US. */
export function formatLocalDate(text: string): string {
  const day = parseDate(text);
  return day ? formatWallTime(day) : text;
}

/**
 * Formats a timestamp: '2026-11-20T08:41:00+00:00' is 'Nov 20, 2026, 9:41 AM' in Berlin and the locale en-US. A
 * timestamp without an offset is not converted to the zone.
 */
export function formatLocalTimestamp(text: string, options: LocalTimeOptions = {}): string {
  const wallTime = parseWallTime(text, options);
  return wallTime ? formatWallTime(wallTime) : text;
}

/** Formats a time of day: '14:30:00' is '2:30 PM' in the locale en-US. A time with an offset or a fraction is unchanged. */
export function formatLocalTime(text: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)) return text;
  const wallTime = parseWallTime(`1970-01-01T${text}`, {});
  return wallTime
    ? formatLocalMoment(wallTime.date, wallTime.style === 'second' ? 'time-second' : 'time', '')
    : text;
}

/** Formats the days from `first` to `last`, both inclusive; '' is an open end. Returns undefined for other texts. */
export function formatLocalDays(first: string, last: string): string | undefined {
  return formatBounds(first, last, parseDate);
}

/** Formats the time from one timestamp to another; '' is an open end. Returns undefined for other texts. */
export function formatLocalTimestamps(
  first: string,
  last: string,
  options: LocalTimeOptions = {},
): string | undefined {
  return formatBounds(first, last, (text) => parseWallTime(text, options));
}

/** Formats a range of dates or times in the user's locale; '' is no bound. undefined if a text is not a date or time. */
function formatBounds(
  first: string,
  last: string,
  parse: (text: string) => WallTime | undefined,
): string | undefined {
  const [from, to] = [parse(first), parse(last)];
  if ((first !== '' && !from) || (last !== '' && !to)) return undefined;
  if (from && to && from.fraction === '' && to.fraction === '' && from.date <= to.date) {
    return formatLocalRange(from.date, to.date, to.style === 'second' ? to.style : from.style);
  }
  return `${from ? formatWallTime(from) : '…'} – ${to ? formatWallTime(to) : '…'}`;
}
