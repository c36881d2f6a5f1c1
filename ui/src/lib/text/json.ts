import {
  isLosslessNumber,
  LosslessNumber,
  parse as parseLossless,
  stringify as stringifyLossless,
} from 'lossless-json';

/**
 * A number from `parseJSON`. `String(value)` is always the text in the JSON. It is a double if no digit is lost, a
 * bigint for integers beyond ±(2^53 - 1), and a LosslessNumber for all others (30 digits, `12.50`, `1e400`).
 */
export type JSONNumber = number | bigint | LosslessNumber;

/** Whether a value is a JSONNumber. */
export function isJSONNumber(value: unknown): value is JSONNumber {
  return typeof value === 'number' || typeof value === 'bigint' || isLosslessNumber(value);
}

/** Parses a JSON number without losing digits. Throws a SyntaxError if the text is not a JSON number. */
export function parseJSONNumber(text: string): JSONNumber {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) throw new SyntaxError(`not a number: ${text}`);
  const double = Number(text);
  if (String(double) === text && !(Number.isInteger(double) && !Number.isSafeInteger(double))) return double;
  if (/^-?\d+$/.test(text) && text !== '-0') return BigInt(text);
  return new LosslessNumber(text);
}

// A loop without alternatives, which a string of megabytes would make slow.
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Returns whether doubles represent all numbers of a JSON text exactly. */
function hasOnlyDoubles(text: string): boolean {
  for (const [token] of text.matchAll(stringOrNumber)) {
    if (token[0] !== '"' && typeof parseJSONNumber(token) !== 'number') return false;
  }
  return true;
}

/** Parses JSON. Numbers are JSONNumbers, so that no digit is lost. If a key is repeated, its last value is used. */
export function parseJSON<T = unknown>(text: string): T {
  try {
    // The browser's own parser is much faster.
    if (hasOnlyDoubles(text)) return JSON.parse(text) as T;
  } catch {
    // The error of the other parser has the position.
  }
  return parseLossless(text, undefined, {
    parseNumber: parseJSONNumber,
    onDuplicateKey: ({ newValue }) => newValue,
  }) as T;
}

/** A request body that is already JSON. It is sent unchanged. */
export class JSONText {
  constructor(readonly text: string) {}
}

/**
 * Like JSON.stringify, but writes bigint and LosslessNumber as JSON numbers. Throws a TypeError for undefined and
 * functions.
 */
export function stringifyJSON(value: unknown, indent?: number): string {
  const text = stringifyLossless(value, undefined, indent);
  if (text === undefined) throw new TypeError('nothing to write as JSON');
  return text;
}
