import type { Column } from '@/lib/api.gen';

/**
 * Values of a type as numbers, so that one between two others can be named
 * without a look at the rows: what a search through an order halves.
 */
export interface ValueDomain {
  /** A value that lies at a fraction of the way from one to the other; undefined if there is none between them. */
  interpolate: (from: string, to: string, fraction: number) => string | undefined;
}

/** Undefined where values can't be computed: such an order is walked through instead. */
export function domainOf(column: Column): ValueDomain | undefined {
  switch (column.kind) {
    case 'integer':
      return makeDomain(parseInteger, String);
    case 'numeric':
      return makeDomain(parseDecimal, formatDecimal);
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

/** Fractions are taken in steps of a millionth. */
const fractionSteps = 1_000_000;

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

/** Digits after the point that a search distinguishes. */
const decimalScale = 12;

function parseDecimal(text: string): bigint | undefined {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const value = BigInt(whole + part.slice(0, decimalScale).padEnd(decimalScale, '0'));
  return sign ? -value : value;
}

function formatDecimal(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(decimalScale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimalScale)}.${digits.slice(-decimalScale)}`;
}

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

/** Microseconds since 1970; undefined for infinity, for years before Christ and for those of five digits. */
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

/** What most texts are made of, in the order that both a dictionary and the codes have. */
const alphabet = ' 0123456789abcdefghijklmnopqrstuvwxyz';

/** Characters that a text between two others has more than they share. */
const textDepth = 6;

/**
 * Texts are ordered by the database's collation, which nobody here knows. What
 * they share at their beginning is kept, the rest is taken as digits of a
 * number, and the case of letters from the texts. That is close enough to halve
 * with: where it is wrong, the count of the rows before it says so.
 */
function interpolateTexts(from: string, to: string, fraction: number): string | undefined {
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  if (shared > 40) return undefined;
  const digitsOf = (text: string) => {
    let value = 0n;
    for (let i = 0; i < textDepth; i++) {
      const letter = text[shared + i]?.toLowerCase();
      const digit = letter === undefined ? -1 : alphabet.indexOf(letter);
      value = value * BigInt(alphabet.length + 1) + BigInt(letter !== undefined && digit < 0 ? 1 : digit + 1);
    }
    return value;
  };
  const [start, end] = [digitsOf(from), digitsOf(to)];
  let value = start + ((end - start) * BigInt(Math.round(fraction * fractionSteps))) / BigInt(fractionSteps);
  if (value === start || value === end) return undefined;
  let text = '';
  for (let i = textDepth - 1; i >= 0; i--) {
    const digit = Number(value % BigInt(alphabet.length + 1));
    value /= BigInt(alphabet.length + 1);
    const letter = alphabet[digit - 1] ?? '';
    const pattern = from[shared + i] ?? to[shared + i] ?? '';
    text = (pattern !== pattern.toLowerCase() ? letter.toUpperCase() : letter) + text;
  }
  const found = from.slice(0, shared) + text.trimEnd();
  return found === from || found === to ? undefined : found;
}
