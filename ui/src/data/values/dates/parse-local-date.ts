import { getLocale } from '@/lib/browser/zone/locale';
import { toASCIIDigits } from '../numbers/local-numbers';

/** The words and signs of dates and times in the user's locale. */
interface DateWords {
  /** The order of the parts in a numeric date. */
  order: readonly ('year' | 'month' | 'day')[];
  /** The numbers of the months by their names in lower case, without a period at the end. */
  months: ReadonlyMap<string, number>;
  /** Words and signs between the parts, such as 'de' in Spanish and '/'. */
  fillers: ReadonlySet<string>;
  /** The sign between hours and minutes. */
  timeSeparator: string;
  /** The texts of the hours after noon and before noon, in lower case. */
  pm: string;
  am: string;
}

const cachedWords = new Map<string | undefined, { words: DateWords | undefined }>();

/** Returns the words of the locale; undefined if its calendar is not the Gregorian. */
function getDateWords(): DateWords | undefined {
  const locale = getLocale();
  const { words } = cachedWords.get(locale) ?? { words: readDateWords(locale) };
  cachedWords.set(locale, { words });
  return words;
}

const normalizeWord = (word: string) => toASCIIDigits(word).toLowerCase().replace(/\.$/, '').trim();

/** Reads the words and the order of dates from the formats of a locale; undefined if its calendar is not the Gregorian. */
function readDateWords(locale: string | undefined): DateWords | undefined {
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const numeric = create({ year: 'numeric', month: 'numeric', day: 'numeric' });
  if (numeric.resolvedOptions().calendar !== 'gregory') return undefined;
  const months = new Map<string, number>();
  const fillers = new Set(['年', '月', '日', '년', '월', '일']);
  const addFillers = (text: string) => {
    for (const filler of text.match(/\p{L}+|[^\s\p{L}\d]/gu) ?? []) fillers.add(filler.toLowerCase());
  };
  for (const { type, value } of numeric.formatToParts(Date.UTC(2026, 10, 20))) {
    if (type === 'literal') addFillers(toASCIIDigits(value));
  }
  for (const month of ['short', 'long'] as const) {
    const formats = [create({ month }), create({ year: 'numeric', month, day: 'numeric' })];
    for (let index = 0; index < 12; index++) {
      for (const { type, value } of formats.flatMap((f) => f.formatToParts(Date.UTC(2026, index, 20)))) {
        if (type === 'month') months.set(normalizeWord(value), index + 1);
        if (type === 'literal') addFillers(value);
        if (type === 'month' && value.endsWith('.')) fillers.add('.');
      }
    }
  }
  const minutes = create({ hour: 'numeric', minute: '2-digit' }).formatToParts(0);
  const timeSeparator = minutes[minutes.findIndex(({ type }) => type === 'minute') - 1]?.value ?? ':';
  const clock = create({ hour: 'numeric', hour12: true });
  const period = (hour: number) =>
    normalizeWord(
      clock.formatToParts(Date.UTC(2026, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')?.value ?? '',
    );
  const order = numeric
    .formatToParts(Date.UTC(2026, 10, 20))
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? type : []));
  return { order, months, fillers, timeSeparator, am: period(9), pm: period(21) };
}

const pad = (value: number) => String(value).padStart(2, '0');

/** Converts a year of two digits as POSIX does: 69 to 99 are in the 20th century. */
function expandYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year + (year < 69 ? 2000 : 1900);
}

/**
 * Converts a date in the user's locale to the ISO form: '20.11.2026' and '20. Nov. 2026' in de-DE, '11/20/2026' and
 * 'Nov 20, 2026' in en-US are '2026-11-20'. Returns undefined for other texts. Does not check whether the date exists.
 */
export function parseLocalDate(text: string): string | undefined {
  const words = getDateWords();
  if (!words) return undefined;
  let month: number | undefined;
  const numbers: string[] = [];
  for (const token of normalizeWord(text).match(/\d+|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\d]/gu) ?? []) {
    const named = words.months.get(token);
    if (/^\d+$/.test(token)) numbers.push(token);
    else if (named !== undefined && month === undefined) month = named;
    else if (!words.fillers.has(token)) return undefined;
  }
  const isYearFirst = (numbers[0]?.length ?? 0) > 2;
  const order = (isYearFirst ? (['year', 'month', 'day'] as const) : words.order).filter(
    (part) => part !== 'month' || month === undefined,
  );
  if (numbers.length !== order.length || numbers.some(({ length }) => length > 4)) return undefined;
  const find = (part: 'year' | 'month' | 'day') => numbers[order.indexOf(part)] ?? '';
  const [year, inYear, day] = [expandYear(find('year')), month ?? Number(find('month')), Number(find('day'))];
  if (inYear > 12 || day > 31) return undefined;
  return `${String(year).padStart(4, '0')}-${pad(inYear)}-${pad(day)}`;
}

const timePattern = /^(.*?)(\d{1,2})([:.])(\d\d)(?:\3(\d\d(?:\.\d{1,6})?))?\s*(\D*)$/su;

/** Converts a time of day in the user's locale to the ISO form: '2:30 PM' in en-US is '14:30'. Returns undefined for other texts. */
export function parseLocalTime(text: string): string | undefined {
  const time = splitTime(text);
  return time && time.before === '' ? time.time : undefined;
}

/**
 * Converts a date and time in the user's locale to the ISO form; seconds can have a fraction. A date alone is midnight.
 * Returns undefined for other texts.
 */
export function parseLocalTimestamp(text: string): string | undefined {
  const time = splitTime(text);
  const withTime = time && time.before !== '' ? parseLocalDate(time.before) : undefined;
  if (time && withTime) return `${withTime} ${time.time}`;
  const day = parseLocalDate(text);
  return day && `${day} 00:00`;
}

/** Splits a text into the time at its end, and what is before it. */
function splitTime(text: string): { before: string; time: string } | undefined {
  const words = getDateWords();
  const match = timePattern.exec(
    toASCIIDigits(text)
      .replace(/[\u00a0\u202f]/g, ' ')
      .trim(),
  );
  if (!match || !words) return undefined;
  const [, before = '', hours = '', separator = '', minutes = '', seconds, rest = ''] = match;
  if (separator !== ':' && separator !== words.timeSeparator) return undefined;
  // The time follows a space or a comma: '20.11' is no time in '20.11.2026'.
  if (before !== '' && !/[\s,،]$/.test(before)) return undefined;
  const period = normalizeWord(rest).replaceAll('.', '');
  const isPM = period !== '' && [words.pm.replaceAll('.', ''), 'pm'].includes(period);
  const isAM = period !== '' && [words.am.replaceAll('.', ''), 'am'].includes(period);
  if (period !== '' && !isPM && !isAM) return undefined;
  const hour = Number(hours);
  if ((isAM || isPM) && (hour < 1 || hour > 12)) return undefined;
  const inDay = isAM || isPM ? (hour % 12) + (isPM ? 12 : 0) : hour;
  const time = `${pad(inDay)}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`;
  return { before: before.replace(/[\s,،]+$/, '').replace(/\s(um|at|à|om|kl)$/i, ''), time };
}
