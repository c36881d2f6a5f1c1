import { getZone } from './browser/zone';

/** Scripts whose characters are so wide that an avatar only fits one. */
const wideScript = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Up to two letters for a person's name: "Signe Østergaard" is "SØ", "مقهى" is "م", "高橋 はるか" is "高". */
export function getInitials(name: string): string {
  const words = name
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

const sizeUnits = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes for people: 0 bytes, 1 byte, 1.4 KB, 23 MB. A KB is 1,024 bytes, as the backend counts. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
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
  return `${value.toLocaleString(undefined, { maximumFractionDigits: digits })} ${sizeUnits[unit]}`;
}

const countFormat = new Intl.NumberFormat();

/** A count in full, with the reader's separators. */
export function formatCount(count: number | bigint): string {
  return countFormat.format(count);
}

/** A count where room is short: 612, 2.4k, 1.0m. */
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
      return `${value < 99.95 ? value.toFixed(1) : Math.round(value)}${letter}`;
    }
  }
  return String(count);
}

/** "1 row", "612 rows", "1 file". */
export function formatPlural(count: number | bigint, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 || count === 1n ? one : many}`;
}

/** The time of day: 14:05. */
export function formatTime(date: Date): string {
  return date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', timeZone: getZone() });
}

/** A day and time in full, for a title or a details list. */
export function formatDateTime(date: Date): string {
  return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: getZone() });
}

/** The time of day; with the day if that is another than today. */
export function formatRecent(date: Date, now: Date = new Date()): string {
  const dayOf = (of: Date) => of.toLocaleDateString(undefined, { timeZone: getZone() });
  return dayOf(date) === dayOf(now) ? formatTime(date) : formatDateTime(date);
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** How long ago, as people say it: "just now", "5 minutes ago", "yesterday", then the date. */
export function formatRelativeTime(date: Date, now: Date = new Date()): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const past = Math.abs(seconds);
  if (past < 45) return 'just now';
  if (past < 45 * 60) return relative.format(Math.round(seconds / 60), 'minute');
  if (past < 22 * 3600) return relative.format(Math.round(seconds / 3600), 'hour');
  if (past < 7 * 86400) return relative.format(Math.round(seconds / 86400), 'day');
  return date.toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: getZone() });
}

/** A text cut in its middle, so that a file's ending stays: "holiday-ph…42.jpg". */
export function truncateMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.floor((length - 1) / 3);
  return `${text.slice(0, length - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** "A", "A and B", "A, B and C". */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}
