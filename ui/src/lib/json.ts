import {
  isLosslessNumber,
  LosslessNumber,
  parse as parseLossless,
  stringify as stringifyLossless,
} from 'lossless-json';

/**
 * A number as `parse` gives it: `String(value)` is always exactly what the
 * backend wrote. A double where that holds, a bigint for integers past 2^53, a
 * LosslessNumber for every other (30 digits, `12.50`, `1e400`).
 */
export type JSONNumber = number | bigint | LosslessNumber;

/** Whether a value is any of the three kinds of JSONNumber. */
export function isJSONNumber(value: unknown): value is JSONNumber {
  return typeof value === 'number' || typeof value === 'bigint' || isLosslessNumber(value);
}

/** The JSON number written with exactly these digits; throws a SyntaxError if they are none. */
export function parseJSONNumber(text: string): JSONNumber {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) throw new SyntaxError(`not a number: ${text}`);
  const double = Number(text);
  if (String(double) === text && !(Number.isInteger(double) && !Number.isSafeInteger(double))) return double;
  if (/^-?\d+$/.test(text) && text !== '-0') return BigInt(text);
  return new LosslessNumber(text);
}

/** Like JSON.parse, but no digit of a number is lost. A repeated key takes its last value. */
export function parse<T = unknown>(text: string): T {
  return parseLossless(text, undefined, {
    parseNumber: parseJSONNumber,
    onDuplicateKey: ({ newValue }) => newValue,
  }) as T;
}

/** A request body that is already JSON, and is sent unchanged. */
export class JSONText {
  constructor(readonly text: string) {}
}

/** Like JSON.stringify, but bigint and LosslessNumber are written as the numbers they are. */
export function stringify(value: unknown, indent?: number): string {
  const text = stringifyLossless(value, undefined, indent);
  if (text === undefined) throw new TypeError('nothing to write as JSON');
  return text;
}
