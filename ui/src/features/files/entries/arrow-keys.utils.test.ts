import { expect, test } from 'vitest';
import { findNextBox } from './arrow-keys.utils';

// The first line has three boxes, the last line one box at its start.
const boxes = [
  { left: 0, top: 0, width: 100 },
  { left: 110, top: 0, width: 100 },
  { left: 220, top: 0, width: 100 },
  { left: 0, top: 100, width: 100 },
];

test.each([
  [0, 'ArrowRight', 1],
  [1, 'ArrowLeft', 0],
  [0, 'ArrowLeft', -1],
  [2, 'ArrowRight', 3],
  [3, 'ArrowRight', -1],
  [2, 'ArrowDown', 3],
  [3, 'ArrowUp', 0],
  [0, 'ArrowUp', -1],
  [3, 'ArrowDown', -1],
  [1, 'End', 3],
  [2, 'Home', 0],
  [0, 'a', -1],
])('from %d, %s leads to %d', (from, key, to) => {
  expect(findNextBox(boxes, from, key)).toBe(to);
});

test('returns the first box if no box is focused', () => {
  expect(findNextBox(boxes, -1, 'ArrowDown')).toBe(0);
  expect(findNextBox([], -1, 'ArrowDown')).toBe(-1);
});
