import { getLocale } from '@/lib/browser/zone/locale';

/**
 * The form of numbers: in the user's locale, where '2.500' can be 2500, or `plain` as PostgreSQL writes them. In the form
 * `localDigits`, all numbers are edited with the locale's digits; in `asciiIntegers`, whole numbers have ASCII digits, because
 * they can be keys.
 */
export type NumberForm = 'localDigits' | 'asciiIntegers' | 'plain';

/**
 * Formats and parses numbers in the user's locale as exact texts, without conversion to JavaScript numbers. The plain form
 * is that of PostgreSQL: '-2500.00'.
 */

interface NumberSymbols {
  /** Formats whole numbers with the locale's digits and groups. */
  whole: Intl.NumberFormat;
  decimal: string;
  group: string;
  minus: string;
  /** The digits from 0 to 9; undefined if they are ASCII. */
  digits: readonly string[] | undefined;
}

const cachedSymbols = new Map<string | undefined, NumberSymbols>();

function getSymbols(): NumberSymbols {
  const locale = getLocale();
  const symbols = cachedSymbols.get(locale) ?? readSymbols(locale);
  cachedSymbols.set(locale, symbols);
  return symbols;
}

/** Returns the separators, the minus sign and the digits of a locale. */
function readSymbols(locale: string | undefined): NumberSymbols {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1_234_567.5);
  const find = (type: string) => parts.find((part) => part.type === type)?.value;
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit) => plain.format(digit));
  return {
    whole: new Intl.NumberFormat(locale),
    decimal: find('decimal') ?? '.',
    group: find('group') ?? ',',
    minus: find('minusSign') ?? '-',
    digits: digits[0] === '0' ? undefined : digits,
  };
}

const plainNumberPattern = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Formats a plain number: '-1234567.50' is '-1,234,567.50' with `grouped` in the locale en-US, '-1.234.567,50' in de-DE.
 * Returns texts with an exponent, NaN and others unchanged.
 */
export function formatLocalNumber(text: string, grouped: boolean): string {
  const match = plainNumberPattern.exec(text);
  if (!match) return text;
  const [, sign, whole = '', fraction] = match;
  const { whole: format, decimal, minus, digits } = getSymbols();
  const localize = (ascii: string) =>
    digits ? ascii.replace(/\d/g, (digit) => digits[+digit] ?? '') : ascii;
  const start = grouped ? format.format(BigInt(whole)) : localize(whole);
  return `${sign ? minus : ''}${start}${fraction === undefined ? '' : decimal + localize(fraction)}`;
}

/** Digits of Arabic, Persian, Hindi and Bengali by their zero. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** Returns a text with ASCII digits and without marks of the writing direction. */
export function toASCIIDigits(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
    });
}

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Parses a number in the user's locale, and returns it in the plain form: '2.500,00' is '2500.00' in de-DE. A plain number
 * is accepted if it can't be a number with separators of the locale ('15.90' in de-DE). Returns undefined for other texts.
 */
export function parseLocalNumber(entered: string): string | undefined {
  const { decimal, group } = getSymbols();
  const text = toASCIIDigits(entered)
    .replace(/[\u2212\u2013]/g, '-')
    .trim();
  const point = escapeForPattern(decimal);
  const separators = `[${/\s/.test(group) ? '' : escapeForPattern(group)}\\s'’]`;
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:${separators}\\d{2,3})*${separators}\\d{3}(?:${point}\\d*)?$`);
  const toPlain = (local: string) => local.replace(decimal, '.');
  if (grouped.test(text)) return toPlain(text.replace(new RegExp(separators, 'g'), ''));
  const ungrouped = new RegExp(`^[+-]?(?:\\d+(?:${point}\\d*)?|${point}\\d+)(?:[eE][+-]?\\d+)?$`);
  if (ungrouped.test(text)) return toPlain(text);
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return text;
  return /^[^.,]*[\s'’]/.test(text) ? parseForeignNumber(text) : undefined;
}

/**
 * Parses a number whose form shows that its last separator is the decimal one, in all locales: "1'250.00", '1.250,0', '15,90'.
 * Returns undefined for other texts.
 */
export function parseForeignNumber(entered: string): string | undefined {
  const text = toASCIIDigits(entered).trim();
  const match = /^([+-]?)(\d+|\d{1,3}(?:([\s'’.,])\d{3})(?:\3\d{3})*)([.,])(\d{1,2})$/.exec(text);
  const [, sign, whole = '', group, decimal, fraction] = match ?? [];
  return match && group !== decimal ? `${sign}${whole.replace(/\D/g, '')}.${fraction}` : undefined;
}

/**
 * Formats a plain number for editing: in the user's locale if that text is parsed as the same number, otherwise plain. Whole
 * numbers have ASCII digits unless `hasLocalDigits` is set, because they can be keys.
 */
export function formatNumberForEdit(text: string, hasLocalDigits = false): string {
  const local = hasLocalDigits || text.includes('.') ? formatLocalNumber(text, false) : text;
  return parseLocalNumber(local) === text ? local : text;
}
