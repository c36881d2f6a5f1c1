/** Numbers as the exact texts that the database wrote; none of them passes through a double. */

const integerRanges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int2: [-32768n, 32767n],
  int4: [-2147483648n, 2147483647n],
  int8: [-9223372036854775808n, 9223372036854775807n],
  oid: [0n, 4294967295n],
};

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Thousands set apart, for showing only: '-1234567.50' is '-1,234,567.50'. What is no plain decimal stays as it is. */
export function groupThousands(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + fraction;
}

export interface NumberRules {
  kind: 'integer' | 'numeric' | 'float';
  base: string;
  precision: number | null;
  scale: number | null;
}

/** What is wrong with a number as typed, as a sentence; undefined if nothing is. */
export function numberProblem(text: string, rules: NumberRules): string | undefined {
  if (rules.kind !== 'integer' && /^(NaN|[+-]?Infinity)$/i.test(text)) return undefined;
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return 'Write it without thousands separators.';
  const match = decimalPattern.exec(text);
  if (!match || ((match[2] ?? '') === '' && (match[3] ?? '') === '')) {
    return rules.kind === 'integer' ? 'Needs a whole number.' : 'Needs a number, with a point for decimals.';
  }
  if (rules.kind === 'integer') return integerProblem(text, rules.base);
  return rules.kind === 'numeric' ? numericProblem(match, rules) : undefined;
}

function integerProblem(text: string, base: string): string | undefined {
  if (!/^[+-]?\d+$/.test(text)) return 'Needs a whole number.';
  const range = integerRanges[base];
  const value = BigInt(text.replace(/^\+/, ''));
  if (!range || (value >= range[0] && value <= range[1])) return undefined;
  return `Must be between ${groupThousands(String(range[0]))} and ${groupThousands(String(range[1]))}.`;
}

function numericProblem(match: RegExpExecArray, { precision, scale }: NumberRules): string | undefined {
  // An exponent is rare enough to leave the counting to the database.
  if (match[4] !== undefined || precision === null) return undefined;
  const places = scale ?? 0;
  const decimals = (match[3] ?? '').replace(/0+$/, '').length;
  if (decimals > Math.max(places, 0)) {
    return places <= 0 ? 'No decimals here.' : `No more than ${places} decimal${places === 1 ? '' : 's'}.`;
  }
  const whole = (match[2] ?? '').replace(/^0+/, '').length;
  const room = precision - places;
  return whole > room ? `No more than ${room} digit${room === 1 ? '' : 's'} before the point.` : undefined;
}
