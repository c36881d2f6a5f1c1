import { getLocale } from '@/lib/browser/zone/locale';
import { removeDirectionMarks } from '@/lib/text/direction-marks';

/** The parts of a date and time that a format contains. */
export type LocalStyle = 'date' | 'minute' | 'second' | 'time' | 'time-second';

const styles: Record<LocalStyle, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  time: { timeStyle: 'short' },
  'time-second': { timeStyle: 'medium' },
};

/** Replaces the special spaces of Intl, which no keyboard has. */
export function withPlainSpaces(text: string): string {
  return text.replace(/[\u00a0\u2009\u202f]/g, ' ');
}

const formatters = new Map<LocalStyle, Intl.DateTimeFormat>();

/** Returns the cached formatter of a style: its construction takes longer than a hundred calls. */
function getFormatter(style: LocalStyle): Intl.DateTimeFormat {
  let formatter = formatters.get(style);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(getLocale(), { ...styles[style], timeZone: 'UTC' });
    formatters.set(style, formatter);
  }
  return formatter;
}

/** Formats a date in UTC in the user's locale. Inserts `fraction` ('.5', or '') after the seconds. */
export function formatLocalMoment(date: Date, style: LocalStyle, fraction: string): string {
  if (fraction !== '') {
    const parts = getFormatter(style).formatToParts(date);
    const text = parts.map(({ type, value }) => (type === 'second' ? value + fraction : value)).join('');
    return removeDirectionMarks(text);
  }
  if (style === 'date') return formatDay(date);
  const separator = style === 'minute' ? getSeparator() : undefined;
  return separator === undefined ? formatWith(style, date) : formatDay(date) + separator + formatMinute(date);
}

/** Formats a range of dates in UTC in the user's locale, with common parts once: 'Nov 16 – 18, 2026'. */
export function formatLocalRange(from: Date, to: Date, style: LocalStyle): string {
  return removeDirectionMarks(getFormatter(style).formatRange(from, to));
}

function formatWith(style: LocalStyle, date: Date): string {
  return removeDirectionMarks(getFormatter(style).format(date));
}

/**
 * The caches below make the formatting of a cell cheap: a grid formats thousands of times while it scrolls, and Intl
 * takes up to 0.1 ms for each. A table has few different days, and a day has few minutes.
 */
const dayTexts = new Map<number, string>();
const minuteTexts = new Map<number, string>();
const maxCachedDays = 5_000;

function formatDay(date: Date): string {
  const day = Math.floor(date.getTime() / 86_400_000);
  let text = dayTexts.get(day);
  if (text === undefined) {
    if (dayTexts.size >= maxCachedDays) dayTexts.clear();
    text = formatWith('date', date);
    dayTexts.set(day, text);
  }
  return text;
}

function formatMinute(date: Date): string {
  const minute = date.getUTCHours() * 60 + date.getUTCMinutes();
  let text = minuteTexts.get(minute);
  if (text === undefined) {
    text = formatWith('time', date);
    minuteTexts.set(minute, text);
  }
  return text;
}

let cachedSeparator: { text: string | undefined } | undefined;

/** Returns the text between date and time in the user's locale; undefined if the locale does not write them in this order. */
function getSeparator(): string | undefined {
  if (!cachedSeparator) {
    const example = new Date(Date.UTC(2026, 10, 20, 14, 30));
    const [whole = '', day = '', minute = ''] = (['minute', 'date', 'time'] as const).map((style) =>
      formatWith(style, example),
    );
    const isInOrder = whole.startsWith(day) && whole.endsWith(minute);
    const text = isInOrder ? whole.slice(day.length, whole.length - minute.length) : undefined;
    cachedSeparator = { text };
  }
  return cachedSeparator.text;
}
