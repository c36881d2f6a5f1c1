import { expect, test } from 'vitest';
import { getIndexHue, hashHue } from './hue';

test('a text always has the same hue, one of ten', () => {
  const texts = Array.from({ length: 500 }, (_, i) => `person ${i}`);
  const hues = texts.map(hashHue);
  expect(texts.map(hashHue)).toEqual(hues);
  for (let hue = 0; hue < 10; hue++) {
    const share = hues.filter((h) => h === hue).length;
    expect(share).toBeGreaterThan(25);
    expect(share).toBeLessThan(75);
  }
});

test('the first ten values of an enum all differ', () => {
  expect(new Set(Array.from({ length: 10 }, (_, i) => getIndexHue(i))).size).toBe(10);
  expect(getIndexHue(10)).toBe(getIndexHue(0));
});
