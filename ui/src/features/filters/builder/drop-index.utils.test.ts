import { expect, it } from 'vitest';
import { findDropIndex } from './drop-index.utils';

const three = [
  { top: 0, height: 20 },
  { top: 28, height: 100 },
  { top: 136, height: 20 },
];

it.each([
  ['above all of them', -5, 0],
  ['in the upper half of the first', 9, 0],
  ['in its lower half', 11, 1],
  ['between two', 24, 1],
  ['in the upper half of a tall one', 70, 1],
  ['in its lower half', 90, 2],
  ['below all of them', 500, 3],
])('%s', (_, y, index) => {
  expect(findDropIndex(three, y)).toBe(index);
});

it('is 0 in an empty list', () => {
  expect(findDropIndex([], 10)).toBe(0);
});
