import { getZone } from '@/lib/browser/zone/zone';
import { valuesMessages } from '../values-messages';
import { formatLocalMoment, type LocalStyle, withPlainSpaces } from './local-formatters';
import { parseLocalTime, parseLocalTimestamp } from './parse-local-date';
import { type DateTimeParts, toUTCDate, toZonedParts } from './zoned-parts';

/**
 * Converts dates and times between PostgreSQL's texts and the user's time zone. Date
 * only computes whole seconds; fractions are copied as text, so that microseconds
 * remain exact. Values that Date cannot represent (BC, infinity) are not converted.
 */

/** A formatted time with its time zone. */
export interface ZonedText {
  text: string;
  /** The zone's short name at that time, e.g. 'CET'; '' if the text is not converted. */
  zone: string;
}

const { problems } = valuesMessages;

/** Formats the example of an error message in the user's locale. */
const formatExample = (style: LocalStyle) =>
  withPlainSpaces(formatLocalMoment(new Date(Date.UTC(2026, 10, 20, 14, 30)), style, ''));

const timestampPattern =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,6})?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?(?::\d\d)?)?$/;
const specialPattern = /^(-?infinity|\d{1,6}-\d\d-\d\d.*\bBC)$/i;

/** Returns the offset of a zone from UTC at an instant, in milliseconds. */
function offsetIn(zone: string, instant: Date): number {
  return toUTCDate(toZonedParts(zone, instant)).getTime() - instant.getTime();
}

function parseOffset(text: string): number {
  if (text === 'Z') return 0;
  const [hours = 0, minutes = 0, seconds = 0] = (text.slice(1).match(/\d\d/g) ?? []).map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds) * 1000;
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');

function formatOffset(milliseconds: number): string {
  const total = Math.abs(milliseconds) / 1000;
  const seconds = total % 60;
  const hhmm = `${padTwoDigits(Math.floor(total / 3600))}:${padTwoDigits(Math.floor(total / 60) % 60)}`;
  return `${milliseconds < 0 ? '-' : '+'}${hhmm}${seconds === 0 ? '' : `:${padTwoDigits(seconds)}`}`;
}

/** Formats the offset of a zone at an instant in milliseconds: '+01:00'. */
export function formatOffsetAt(zone: string, instant: number): string {
  return formatOffset(offsetIn(zone, new Date(instant)));
}

interface ParsedTimestamp {
  parts: DateTimeParts;
  fraction: string;
  offset: string | undefined;
  hasTime: boolean;
}

/**
 * Parses a timestamp in the format of PostgreSQL, with or without time and offset; undefined if the format is another
 * one. Does not check whether the date exists.
 */
export function parseTimestamp(text: string): ParsedTimestamp | undefined {
  const match = timestampPattern.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const parts = { year, month, day, hour, minute, second };
  return {
    parts,
    fraction: /^\.0*$/.test(match[7] ?? '') ? '' : (match[7] ?? ''),
    offset: match[8],
    hasTime: match[4] !== undefined,
  };
}

function isRealDate({ year, month, day }: DateTimeParts): boolean {
  // PostgreSQL supports more years than Date; the calendar repeats every 400 years.
  const date = toUTCDate({ year: year % 400, month, day, hour: 0, minute: 0, second: 0 });
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isRealTime({ hour, minute, second }: DateTimeParts): boolean {
  return (hour < 24 || (hour === 24 && minute === 0 && second === 0)) && minute < 60 && second < 60;
}

/** The precision of a formatted time: minutes, seconds unless they are 0, or always seconds. */
type Precision = 'minute' | 'full' | 'seconds';

function formatWall(parts: DateTimeParts, fraction: string, precision: Precision): string {
  const date = `${String(parts.year).padStart(4, '0')}-${padTwoDigits(parts.month)}-${padTwoDigits(parts.day)}`;
  const hasRest =
    precision === 'seconds' || (precision === 'full' && (parts.second !== 0 || fraction !== ''));
  const rest = hasRest ? `:${padTwoDigits(parts.second)}${fraction}` : '';
  return `${date} ${padTwoDigits(parts.hour)}:${padTwoDigits(parts.minute)}${rest}`;
}

/**
 * Formats a timestamptz in a zone: '2026-11-20T08:41:00.000001+00:00' in Berlin is
 * '2026-11-20 09:41:00.000001', CET. Omits seconds that are 0, and with `minute` all
 * seconds. Returns other texts unchanged, with zone ''.
 */
export function formatTimestampTZ(
  text: string,
  zone = getZone(),
  precision: 'minute' | 'full' = 'full',
): ZonedText {
  const parsed = parseTimestamp(text);
  const instant = parseInstant(text);
  if (!parsed || Number.isNaN(instant)) return { text, zone: '' };
  const local = toZonedParts(zone, new Date(instant));
  return { text: formatWall(local, parsed.fraction, precision), zone: local.name };
}

/** Returns milliseconds since 1970, without the fraction of the second; NaN if there is no offset, or Date cannot represent it. */
export function parseInstant(text: string): number {
  const parsed = parseTimestamp(text);
  return parsed?.offset ? toUTCDate(parsed.parts).getTime() - parseOffset(parsed.offset) : Number.NaN;
}

/** Formats a timestamp without time zone: '2026-11-20T09:41:00' is '2026-11-20 09:41'. Omits seconds as formatTimestampTZ does. */
export function formatTimestamp(text: string, precision: 'minute' | 'full' = 'full'): string {
  const parsed = parseTimestamp(text);
  return parsed && !parsed.offset ? formatWall(parsed.parts, parsed.fraction, precision) : text;
}

/** Formats a time of day: '08:30:00' is '08:30'. Omits seconds that are 0. */
export function formatTimeOfDay(text: string): string {
  return text.replace(/^(\d\d:\d\d):00(?![.\d])/, '$1');
}

/** A valid text to send, or the problem as a sentence. */
export type TextCheck = { value: string } | { problem: string };

/**
 * Checks a typed date, in the ISO form or in that of the user's locale. Spreadsheets and other programs export dates with
 * the time 00:00, in UTC if they write a zone.
 */
export function checkDate(entered: string): TextCheck {
  if (specialPattern.test(entered)) return { value: entered };
  const text = parseTimestamp(entered) ? entered : (parseLocalTimestamp(entered) ?? entered);
  const parsed = parseTimestamp(text);
  if (!parsed || !isDateOnly(parsed)) return { problem: problems.date(formatExample('date')) };
  return isRealDate(parsed.parts) ? { value: text.replace(/[T ].*/, '') } : { problem: problems.noSuchDate };
}

/** Whether a timestamp is a date: it has no time and no offset, or the time 00:00 with no offset or that of UTC. */
function isDateOnly({ parts, fraction, offset, hasTime }: ParsedTimestamp): boolean {
  const isMidnight = parts.hour === 0 && parts.minute === 0 && parts.second === 0 && fraction === '';
  return hasTime ? isMidnight && (!offset || parseOffset(offset) === 0) : !offset;
}

/** Checks a typed timestamp without time zone. */
export function checkTimestamp(text: string): TextCheck {
  const checked = checkWall(text);
  if (!('parsed' in checked)) return checked;
  if (checked.parsed.offset) return { problem: problems.zoneNotAllowed };
  return { value: formatWall(checked.parsed.parts, checked.parsed.fraction, 'seconds').replace(' ', 'T') };
}

/** Checks a typed timestamptz. Without an offset it is a local time in the zone; the result has the zone's offset at that time. */
export function checkTimestampTZ(text: string, zone = getZone()): TextCheck {
  const checked = checkWall(text);
  if (!('parsed' in checked)) return checked;
  const { parts, fraction, offset } = checked.parsed;
  const wall = formatWall(parts, fraction, 'seconds').replace(' ', 'T');
  if (offset) return { value: `${wall}${offset === 'Z' ? '+00:00' : offset}` };
  const asUTC = toUTCDate(parts);
  if (Number.isNaN(asUTC.getTime())) return { problem: problems.zoneMissing };
  // The offset depends on the instant, and the instant on the offset: a second step is exact also near a clock change.
  const guess = new Date(asUTC.getTime() - offsetIn(zone, asUTC));
  return { value: `${wall}${formatOffset(offsetIn(zone, guess))}` };
}

function checkWall(text: string): { parsed: ParsedTimestamp } | TextCheck {
  if (specialPattern.test(text)) return { value: text };
  const parsed = parseTimestamp(text) ?? parseTimestamp(parseLocalTimestamp(text) ?? '');
  if (!parsed) return { problem: problems.timestamp(formatExample('minute')) };
  if (!isRealDate(parsed.parts)) return { problem: problems.noSuchDate };
  return isRealTime(parsed.parts) ? { parsed } : { problem: problems.noSuchTime };
}

/** Checks a typed time of day. Only timetz (`withZone`) accepts an offset. */
export function checkTime(entered: string, withZone: boolean): TextCheck {
  const text =
    /^\d{1,2}:\d\d/.test(entered) && !/[^\d\s:.+Z-]/.test(entered)
      ? entered
      : (parseLocalTime(entered) ?? entered);
  const match = /^(\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,6})?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(text);
  if (!match) return { problem: problems.time(formatExample('time')) };
  if (match[5] && !withZone) return { problem: problems.zoneNotAllowed };
  const parts = {
    year: 0,
    month: 0,
    day: 0,
    hour: Number(match[1]),
    minute: Number(match[2]),
    second: Number(match[3] ?? 0),
  };
  return isRealTime(parts) ? { value: text.replace(/^\d:/, '0$&') } : { problem: problems.noSuchTime };
}

/** Checks a typed interval in PostgreSQL's formats: '1 day 02:30', '3 hours', 'P1DT2H', '-00:15'. */
export function checkInterval(text: string): TextCheck {
  const iso = /^P(?=.)([-+.\d]+[YMWD])*(T([-+.\d]+[HMS])+)?$/;
  const words =
    /^@?(\s*[-+]?\d+(\.\d+)?\s*(microseconds?|us|milliseconds?|ms|s(ec(onds?|s)?)?|m(in(utes?|s)?)?|h((ou)?rs?)?|d(ays?)?|w(eeks?)?|mons?|months?|y((ea)?rs?)?|decades?|centur(y|ies)|millenni(um|a)))*(\s*[-+]?\d+:\d\d(:\d\d(\.\d+)?)?)?(\s+ago)?$/i;
  if (text !== '' && (iso.test(text) || words.test(text))) return { value: text };
  return { problem: problems.interval };
}
