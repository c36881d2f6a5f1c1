import { getZone } from '@/lib/browser/zone/zone';
import {
  checkTimestampTZ,
  formatOffsetAt,
  formatTimeOfDay,
  formatTimestamp,
  formatTimestampTZ,
  parseInstant,
} from './datetime.utils';
import { formatLocalDate, formatLocalTime, formatLocalTimestamp } from './local-dates';
import { withPlainSpaces } from './local-formatters';
import { parseLocalDate, parseLocalTime, parseLocalTimestamp } from './parse-local-date';

/**
 * Formats dates and times for inputs: in the user's locale, as cells show them, if the input reads that text as the same
 * value. Otherwise in the ISO form: times of day with a fraction of a second, values of the years before 100 and after 9999, BC,
 * infinity, and all values in a locale whose calendar is not the Gregorian.
 */

/** The form of dates and times in an input: the user's, or ISO, which does not depend on the locale. */
export type DateForm = 'local' | 'iso';

/** Formats a date for editing: '2026-11-20' is 'Nov 20, 2026' in the locale en-US. */
export function formatDateForEdit(iso: string, form: DateForm = 'local'): string {
  const local = form === 'local' ? withPlainSpaces(formatLocalDate(iso)) : iso;
  return parseLocalDate(local) === iso ? local : iso;
}

/** Formats a time of day for editing: '14:30:00' is '2:30 PM' in the locale en-US. */
export function formatTimeForEdit(text: string, form: DateForm = 'local'): string {
  const iso = formatTimeOfDay(text);
  const local = form === 'local' ? withPlainSpaces(formatLocalTime(text)) : iso;
  return parseLocalTime(local) === iso ? local : iso;
}

/** Formats a timestamp without time zone for editing: '2026-11-20T14:30:00' is 'Nov 20, 2026, 2:30 PM' in the locale en-US. */
export function formatTimestampForEdit(text: string, form: DateForm = 'local'): string {
  const iso = formatTimestamp(text);
  const local = form === 'local' ? withPlainSpaces(formatLocalTimestamp(iso)) : iso;
  return parseLocalTimestamp(local) === iso ? local : iso;
}

/**
 * Formats a timestamptz for editing: in the zone. In an hour that occurs twice when the clocks go back, in the ISO form with
 * the offset.
 */
export function formatTimestampTZForEdit(text: string, zone = getZone(), form: DateForm = 'local'): string {
  const wall = formatTimestampTZ(text, zone).text;
  const instant = parseInstant(text);
  const back = checkTimestampTZ(wall, zone);
  if (Number.isNaN(instant) || !('value' in back) || parseInstant(back.value) === instant)
    return formatTimestampForEdit(wall, form);
  return `${wall} ${formatOffsetAt(zone, instant)}`;
}
