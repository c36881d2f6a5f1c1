import { getLocale } from '@/lib/browser/zone/locale';
import { getZone } from '@/lib/browser/zone/zone';
import { formatMessages as messages } from './format-messages';

/** Scripts with wide characters: an avatar has space for only one. */
const wideScript = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Returns up to two initials of a user's name: "SØ" for "Signe Østergaard", "م" for "مقهى", "高" for "高橋 はるか". A second
 * title, as in "Andrew Fuller · Sales manager", is ignored.
 */
export function getInitials(name: string): string {
  const words = name
    .replace(/ · .*/su, '')
    .trim()
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const first = words[0];
  if (first === undefined) return '?';
  if (wideScript.test(first)) return firstLetter(first);
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return (firstLetter(first) + (last ? firstLetter(last) : '')).toLocaleUpperCase();
}

function firstLetter(word: string): string {
  const [segment] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word);
  return segment?.segment ?? '';
}

const { sizeUnits } = messages;

/** Formats a size in bytes: 0 bytes, 1 byte, 1.4 KB, 23 MB. A KB is 1,024 bytes, as in Supabase. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return messages.oneByte;
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < sizeUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  // 1,023.99 KB would round to 1,024 KB.
  if (Math.round(value) >= 1024 && unit < sizeUnits.length - 1) {
    value = 1;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString(getLocale(), { maximumFractionDigits: digits })} ${sizeUnits[unit]}`;
}

const countFormat = new Intl.NumberFormat(getLocale());

/** Formats a number with all digits, with the separators of the user's locale. */
export function formatCount(count: number | bigint): string {
  return countFormat.format(count);
}

/** Formats a number in at most four characters: 612, 2.4k, 1.0m. */
export function formatCompact(count: number): string {
  const steps = [
    [1e9, 'b'],
    [1e6, 'm'],
    [1e3, 'k'],
  ] as const;
  for (const [step, letter] of steps) {
    // From 999,500 on, three digits of thousands would round up to 1000k.
    if (count >= step * 0.9995 && count >= 1000) {
      const value = count / step;
      const digits = value < 99.95 ? 1 : 0;
      const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return `${value.toLocaleString(getLocale(), options)}${letter}`;
    }
  }
  return formatCount(count);
}

/** Estimates below this are formatted without ≈, because small ones are accurate enough. */
const minMarkedEstimate = 10_000;

/** Formats a number of rows as formatCompact does, with ≈ before a large estimate: ≈24.3k. */
export function formatCompactCount({ count, exact }: { count: number; exact: boolean }): string {
  const short = formatCompact(count);
  return exact || count < minMarkedEstimate ? short : messages.approximate(short);
}

/** Formats a number with its noun: "1 row", "612 rows", "1 file". */
export function formatPlural(count: number | bigint, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 || count === 1n ? one : many}`;
}

/** Formats the time of day: 14:05. */
export function formatTime(date: Date): string {
  return date.toLocaleTimeString(getLocale(), { hour: '2-digit', minute: '2-digit', timeZone: getZone() });
}

/** Formats the time of day with seconds: 14:05:09. */
export function formatClock(date: Date): string {
  return date.toLocaleTimeString(getLocale(), { timeStyle: 'medium', timeZone: getZone() });
}

/** Formats a day and a time: 20 Nov 2026, 14:05. */
export function formatDateTime(date: Date): string {
  return date.toLocaleString(getLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: getZone() });
}

/** Formats a day: 20 Nov 2026. */
export function formatDay(date: Date): string {
  return date.toLocaleDateString(getLocale(), { dateStyle: 'medium', timeZone: getZone() });
}

/** Formats the time of day, with the day if it is not today. */
export function formatRecent(date: Date, now: Date = new Date()): string {
  const dayOf = (of: Date) => of.toLocaleDateString(getLocale(), { timeZone: getZone() });
  return dayOf(date) === dayOf(now) ? formatTime(date) : formatDateTime(date);
}

const relative = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' });

/** Formats a past time relative to now: "just now", "5 minutes ago", "yesterday"; after a week, the date. */
export function formatRelativeTime(date: Date, now: Date = new Date()): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const past = Math.abs(seconds);
  if (past < 45) return messages.justNow;
  if (past < 45 * 60) return relative.format(Math.round(seconds / 60), 'minute');
  if (past < 22 * 3600) return relative.format(Math.round(seconds / 3600), 'hour');
  if (past < 7 * 86400) return relative.format(Math.round(seconds / 86400), 'day');
  return formatDay(date);
}

/**
 * Shortens a text to `length` characters by replacing its middle, so that a file extension remains:
 * "holiday-ph…42.jpg".
 */
export function truncateMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.floor((length - 1) / 3);
  return `${text.slice(0, length - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** Formats a list: "A", "A and B", "A, B and C". */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}
