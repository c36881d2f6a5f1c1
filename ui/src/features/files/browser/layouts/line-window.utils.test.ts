import { describe, expect, test } from 'vitest';
import { findLineRange, findNextEntry, listWindowParts } from './line-window.utils';

describe('findLineRange', () => {
  test.each([
    [100_000, 0, 0, 31],
    [100_000, 3, 0, 31],
    [100_000, 440_000, 9992, 10_031],
    [100_000, 4_399_999, 99_984, 100_000],
    [3, 0, 0, 3],
    [0, 0, 0, 0],
    [10, 90_000, 9, 10],
  ])('of %d lines at %d pixels is %d to %d', (count, offset, first, end) => {
    expect(findLineRange(count, 44, offset, 660)).toEqual({ first, end });
  });

  test('contains the visible lines at every position', () => {
    for (let offset = 0; offset < 20_000; offset += 7) {
      const { first, end } = findLineRange(1000, 44, offset, 660);
      expect(first).toBeLessThanOrEqual(Math.floor(offset / 44));
      expect(end).toBeGreaterThanOrEqual(Math.min(1000, Math.ceil((offset + 660) / 44)));
      expect(end - first).toBeLessThan(40);
    }
  });
});

describe('listWindowParts', () => {
  const format = (count: number, first: number, end: number, focused: number) =>
    listWindowParts(count, { first, end }, focused)
      .map((part) => (part.kind === 'gap' ? `(${part.lines})` : part.index))
      .join(' ');
  test.each([
    [5, 0, 5, -1, '0 1 2 3 4'],
    [9, 3, 5, -1, '(3) 3 4 (4)'],
    [9, 3, 5, 1, '(1) 1 (1) 3 4 (4)'],
    [9, 3, 5, 4, '(3) 3 4 (4)'],
    [9, 3, 5, 8, '(3) 3 4 (3) 8'],
    [9, 3, 5, 9, '(3) 3 4 (4)'],
    [0, 0, 0, -1, ''],
  ])('%d lines, %d to %d, with the focus on %d', (count, first, end, focused, parts) => {
    expect(format(count, first, end, focused)).toBe(parts);
  });
});

describe('findNextEntry', () => {
  // Folders 0 1 2 / 3, files 4 5 6 / 7.
  const grid = { folders: 4, files: 4, columns: 3 };
  const table = { folders: 0, files: 5, columns: 1 };
  test.each([
    [grid, 0, 'ArrowRight', 1],
    [grid, 0, 'ArrowLeft', -1],
    [grid, 3, 'ArrowRight', 4],
    [grid, 2, 'ArrowDown', 3],
    [grid, 3, 'ArrowDown', 4],
    [grid, 5, 'ArrowUp', 3],
    [grid, 4, 'ArrowUp', 3],
    [grid, 7, 'ArrowUp', 4],
    [grid, 7, 'ArrowDown', -1],
    [grid, 1, 'End', 7],
    [grid, 5, 'Home', 0],
    [grid, 5, 'a', -1],
    [grid, -1, 'ArrowDown', 0],
    [table, 1, 'ArrowDown', 2],
    [table, 0, 'ArrowUp', -1],
    [table, 4, 'ArrowDown', -1],
    [table, 1, 'ArrowRight', -1],
    [{ folders: 0, files: 0, columns: 1 }, -1, 'End', -1],
  ])('in %o from %d, %s leads to %d', (shape, from, key, to) => {
    expect(findNextEntry(shape, from, key)).toBe(to);
  });
});
