import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  divideDecimal,
  formatDecimal,
  parseDecimal,
  zero,
} from './decimal.utils';

const parseOrThrow = (text: string) => {
  const value = parseDecimal(text);
  if (!value) throw new Error(`not read: ${text}`);
  return value;
};

describe('a decimal', () => {
  it.each([
    ['12.50', '12.50'],
    ['-0.05', '-0.05'],
    ['.5', '0.5'],
    ['7.', '7'],
    ['+3', '3'],
    ['1e3', '1000'],
    ['1.5e-7', '0.00000015'],
    ['2.25e1', '22.5'],
    ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ])('parses %s as %s', (text, written) => expect(formatDecimal(parseOrThrow(text))).toBe(written));

  it.each(['', '.', 'NaN', 'Infinity', '1,000', '1e99999', '0x1'])('rejects %s', (text) =>
    expect(parseDecimal(text)).toBeUndefined(),
  );
});

describe('sums', () => {
  it.each([
    [['0.1', '0.2'], '0.3'],
    [['9007199254740993', '1'], '9007199254740994'],
    [['1.50', '-1.5'], '0.00'],
    [['12345678901234567890.50', '0.005'], '12345678901234567890.505'],
    [[], '0'],
  ])('of %s', (texts, sum) =>
    expect(formatDecimal(texts.map(parseOrThrow).reduce(addDecimals, zero))).toBe(sum),
  );

  it('of decimals equal those of integers', () => {
    let total = 0;
    let sum = zero;
    for (let i = 0; i < 2_000; i++) {
      const cents = (i * 48_271) % 99_991;
      total += cents;
      sum = addDecimals(sum, parseOrThrow((cents / 100).toFixed(2)));
    }
    expect(formatDecimal(sum)).toBe((total / 100).toFixed(2));
  });
});

it.each([
  ['1.0', '1', 0],
  ['0.9', '1', -1],
  ['-2', '-10', 1],
  ['9007199254740993', '9007199254740992', 1],
])('%s compared with %s is %i', (a, b, expected) =>
  expect(compareDecimals(parseOrThrow(a), parseOrThrow(b))).toBe(expected),
);

it.each([
  ['10', 3, 2, '3.33'],
  ['20', 3, 2, '6.67'],
  ['-20', 3, 2, '-6.67'],
  ['0.05', 2, 2, '0.03'],
  ['1.25', 1, 1, '1.3'],
  ['-1.25', 1, 1, '-1.3'],
  ['7', 2, 0, '4'],
])('%s by %i to %i digits is %s', (sum, count, digits, expected) =>
  expect(formatDecimal(divideDecimal(parseOrThrow(sum), count, digits))).toBe(expected),
);
