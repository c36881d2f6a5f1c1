import { expect, it } from 'vitest';
import { splitForURL } from './split-for-url';

const split = (values: readonly string[]) => [...splitForURL(values, (value) => [value])];

it('keeps all items in their order, in parts that fit', () => {
  const values = Array.from({ length: 300 }, (_, i) => `value ${i}`);
  const parts = split(values);
  expect(parts.flat()).toEqual(values);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(encodeURIComponent(part.join('')).length).toBeLessThan(3_000);
});

it('counts characters as they are in the URL', () => {
  expect(split(['é'.repeat(300), 'e'.repeat(300)]).length).toBe(1);
  expect(split(['é'.repeat(490), 'e'.repeat(300)]).length).toBe(2);
});

it('returns an item that is too long alone, and nothing for no items', () => {
  expect(split(['a', 'x'.repeat(4_000), 'b']).map((part) => part.length)).toEqual([1, 1, 1]);
  expect(split([])).toEqual([]);
});
