import './browser/plain-proto';
import { expect, test } from 'vitest';
import { getOwnValue } from './own-value';

test.each(['constructor', 'toString', '__proto__'])('a column %s has no value unless one is set', (name) => {
  const values: Record<string, string> = {};
  expect(getOwnValue(values, name)).toBeUndefined();
  values[name] = 'text';
  expect(getOwnValue({ ...values }, name)).toBe('text');
  expect(Object.entries(values)).toEqual([[name, 'text']]);
});
