import { describe, expect, test } from 'vitest';
import { isJSONNumber, parseJSON, parseJSONNumber, stringifyJSON } from './json';

describe('numbers keep every digit', () => {
  test.each([
    '0',
    '-0',
    '1',
    '-17',
    '9007199254740991',
    '9007199254740992',
    '9223372036854775807',
    '-9223372036854775808',
    '123456789012345678901234567890',
    '12.5',
    '12.50',
    '0.1',
    '0.30000000000000004',
    '123456789012345678.123456789012345678',
    '1e400',
    '1E5',
    '1e+21',
    '1e-7',
    '2.3e-500',
  ])('%s', (text) => {
    const value = parseJSON<{ n: unknown }>(`{"n":${text}}`).n;
    expect(isJSONNumber(value)).toBe(true);
    expect(String(value)).toBe(text);
    expect(stringifyJSON({ n: value })).toBe(`{"n":${text}}`);
  });

  test('an ordinary number is a double, so that it can be counted with', () => {
    expect(parseJSON('[1, 2.5]')).toEqual([1, 2.5]);
    expect(typeof parseJSONNumber('9007199254740993')).toBe('bigint');
  });

  test.each(['', 'NaN', '.5', '1.', '01', '0x1', '1 2', '+1'])('%j is not a number', (text) => {
    expect(() => parseJSONNumber(text)).toThrow(SyntaxError);
  });
});

test('text, null, nested values and other scripts are parsed', () => {
  const value = { a: [null, true, 'مقهى ☕ "q"\n'], b: { c: {} } };
  expect(parseJSON(stringifyJSON(value))).toEqual(value);
});

test('a repeated key takes its last value, as in JSON.parse', () => {
  expect(parseJSON('{"a":1,"a":2}')).toEqual({ a: 2 });
});

test('a key __proto__ does not change the prototype', () => {
  const value = parseJSON<Record<string, unknown>>('{"__proto__":{"admin":true}}');
  expect(value.admin).toBeUndefined();
  expect(stringifyJSON(value)).toBe('{"__proto__":{"admin":true}}');
});

test('an empty text is not JSON', () => {
  expect(() => stringifyJSON(undefined)).toThrow(TypeError);
});
