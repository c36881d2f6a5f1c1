import { formatDecimal, parseDecimal, rescaleDecimal } from '@/data/values/numbers/decimal.utils';
import type { Column } from '@/lib/api.gen';

/** The values of a type, as far as a search for a position in an order needs them. */
export interface ValueDomain {
  /** Returns the value at a fraction (0 to 1) of the distance between two values; undefined if there is none between them. */
  interpolate: (from: string, to: string, fraction: number) => string | undefined;
}

/** Returns the domain of a column's type; undefined if its values cannot be interpolated. */
export function getValueDomain(column: Column): ValueDomain | undefined {
  switch (column.kind) {
    case 'integer':
      return makeDomain(parseInteger, String);
    case 'numeric':
      return makeDomain(parseNumeric, formatNumeric);
    case 'float':
      return { interpolate: interpolateFloats };
    case 'date':
      return makeDomain(parseDate, formatDate);
    case 'timestamp':
    case 'timestamptz':
      return makeDomain(parseTimestamp, (micros) => formatTimestamp(micros, column.kind === 'timestamptz'));
    case 'uuid':
      return makeDomain(parseUUID, formatUUID);
    case 'text':
      return { interpolate: interpolateTexts };
    default:
      return undefined;
  }
}

/** The precision of a fraction: a millionth. */
const fractionSteps = 1_000_000;

/** Returns a domain whose values can be converted to integers and back. A conversion returns undefined for a value out of range. */
function makeDomain(
  read: (text: string) => bigint | undefined,
  write: (value: bigint) => string | undefined,
): ValueDomain {
  return {
    interpolate: (from, to, fraction) => {
      const [start, end] = [read(from), read(to)];
      if (start === undefined || end === undefined) return undefined;
      const value =
        start + ((end - start) * BigInt(Math.round(fraction * fractionSteps))) / BigInt(fractionSteps);
      return value === start || value === end ? undefined : write(value);
    },
  };
}

const parseInteger = (text: string) => (/^-?\d+$/.test(text) ? BigInt(text) : undefined);

/** Digits after the decimal point that a search distinguishes. */
const decimalScale = 12;

function parseNumeric(text: string): bigint | undefined {
  const decimal = parseDecimal(text);
  return decimal && rescaleDecimal(decimal, decimalScale).units;
}

const formatNumeric = (units: bigint) => formatDecimal({ units, scale: decimalScale });

function interpolateFloats(from: string, to: string, fraction: number): string | undefined {
  const [start, end] = [Number(from), Number(to)];
  const value = start + (end - start) * fraction;
  return Number.isFinite(value) && value !== start && value !== end ? String(value) : undefined;
}

const millisecondsPerDay = 86_400_000;

function parseDate(text: string): bigint | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text)
    ? BigInt(Date.parse(`${text}T00:00:00Z`) / millisecondsPerDay)
    : undefined;
}

function formatDate(days: bigint): string {
  return new Date(Number(days) * millisecondsPerDay).toISOString().slice(0, 10);
}

/** Returns microseconds since 1970; undefined for infinity and for years that do not have four digits. */
function parseTimestamp(text: string): bigint | undefined {
  const [, date, time, part = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(text) ?? [];
  if (!date) return undefined;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone;
  const millis = Date.parse(`${date}T${time}${offset}`);
  return Number.isNaN(millis) ? undefined : BigInt(millis) * 1000n + BigInt(part.padEnd(6, '0'));
}

function formatTimestamp(micros: bigint, zoned: boolean): string {
  const rest = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = new Date(Number((micros - rest) / 1000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(rest).padStart(6, '0')}${zoned ? 'Z' : ''}`;
}

function parseUUID(text: string): bigint | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
    ? BigInt(`0x${text.replaceAll('-', '')}`)
    : undefined;
}

function formatUUID(value: bigint): string {
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The characters of most texts, in an order that collations and character codes share. */
const alphabet = ' 0123456789abcdefghijklmnopqrstuvwxyz';

/** Number of characters after the common prefix that interpolateTexts computes. */
const textDepth = 6;

/**
 * Interpolates texts without the database's collation, which the app does not know:
 * it keeps the common prefix, reads the next characters as digits of a number, and
 * copies the case of letters. The result can be inexact, because the search counts
 * the rows before each value.
 */
function interpolateTexts(from: string, to: string, fraction: number): string | undefined {
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  if (shared > 40) return undefined;
  const parseDigits = (text: string) => {
    let value = 0n;
    for (let i = 0; i < textDepth; i++) {
      const letter = text[shared + i]?.toLowerCase();
      const digit = letter === undefined ? -1 : alphabet.indexOf(letter);
      value = value * BigInt(alphabet.length + 1) + BigInt(letter !== undefined && digit < 0 ? 1 : digit + 1);
    }
    return value;
  };
  const [start, end] = [parseDigits(from), parseDigits(to)];
  let value = start + ((end - start) * BigInt(Math.round(fraction * fractionSteps))) / BigInt(fractionSteps);
  if (value === start || value === end) return undefined;
  let text = '';
  for (let i = textDepth - 1; i >= 0; i--) {
    const digit = Number(value % BigInt(alphabet.length + 1));
    value /= BigInt(alphabet.length + 1);
    const letter = alphabet[digit - 1] ?? '';
    const original = from[shared + i] ?? to[shared + i] ?? '';
    text = (original !== original.toLowerCase() ? letter.toUpperCase() : letter) + text;
  }
  const result = from.slice(0, shared) + text.trimEnd();
  return result === from || result === to ? undefined : result;
}
