import { valuesMessages } from '../values-messages';
import { formatLocalNumber } from './local-numbers';

const { problems } = valuesMessages;

/** Checks numbers in the plain form as exact texts, without conversion to JavaScript numbers. */

const integerRanges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int2: [-32768n, 32767n],
  int4: [-2147483648n, 2147483647n],
  int8: [-9223372036854775808n, 9223372036854775807n],
  oid: [0n, 4294967295n],
};

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

export interface NumberRules {
  kind: 'integer' | 'numeric' | 'float';
  base: string;
  precision: number | null;
  scale: number | null;
}

/** Returns the problem with a typed number, as a sentence; undefined if it is valid. */
export function findNumberProblem(text: string, rules: NumberRules): string | undefined {
  if (rules.kind !== 'integer' && /^(NaN|[+-]?Infinity)$/i.test(text)) return undefined;
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return problems.thousandsSeparators;
  const match = decimalPattern.exec(text);
  if (!match || ((match[2] ?? '') === '' && (match[3] ?? '') === '')) {
    return rules.kind === 'integer' ? problems.integer : problems.number(formatLocalNumber('15.90', false));
  }
  if (rules.kind === 'integer') return integerProblem(text, rules.base);
  return rules.kind === 'numeric' ? numericProblem(match, rules) : undefined;
}

function integerProblem(text: string, base: string): string | undefined {
  if (!/^[+-]?\d+$/.test(text)) return problems.integer;
  const range = integerRanges[base];
  const value = BigInt(text.replace(/^\+/, ''));
  if (!range || (value >= range[0] && value <= range[1])) return undefined;
  return problems.numberRange(
    formatLocalNumber(String(range[0]), true),
    formatLocalNumber(String(range[1]), true),
  );
}

function numericProblem(match: RegExpExecArray, { precision, scale }: NumberRules): string | undefined {
  // The database checks the digits of a number with an exponent, which is rare.
  if (match[4] !== undefined || precision === null) return undefined;
  const places = scale ?? 0;
  const decimals = (match[3] ?? '').replace(/0+$/, '').length;
  if (decimals > Math.max(places, 0)) return problems.decimals(places);
  const whole = (match[2] ?? '').replace(/^0+/, '').length;
  const maxWhole = precision - places;
  return whole > maxWhole ? problems.wholeDigits(maxWhole) : undefined;
}
