import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { duration, easing } from './motion';

const tokens = readFileSync('ui/src/styles/tokens.css', 'utf8');

test.each(Object.entries(duration))('the duration %s is the same in tokens.css', (name, seconds) => {
  expect(tokens).toContain(`--${name}: ${seconds * 1000}ms;`);
});

test.each([
  ['ease-out', easing.out],
  ['ease-in-out', easing.inOut],
])('the easing %s is the same in tokens.css', (name, curve) => {
  expect(tokens).toContain(`--${name}: cubic-bezier(${curve.join(', ')});`);
});
