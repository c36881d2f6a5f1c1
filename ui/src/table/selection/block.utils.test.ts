import { describe, expect, it } from 'vitest';
import { extendByKey, getBounds, getExtent, isInBounds, isSingleCell } from './block.utils';

const at = (row: number, column: number) => ({ row, column });

it('has the same bounds in each direction', () => {
  const block = { anchor: at(5, 3), head: at(2, 4) };
  expect(getBounds(block)).toEqual({ top: 2, bottom: 5, left: 3, right: 4 });
  expect(getExtent(getBounds(block))).toEqual({ rows: 4, columns: 2 });
  expect(isSingleCell(block)).toBe(false);
  expect(isSingleCell({ anchor: at(1, 1), head: at(1, 1) })).toBe(true);
  expect([at(2, 3), at(5, 4), at(1, 3), at(3, 2)].map((cell) => isInBounds(getBounds(block), cell))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('extendByKey', () => {
  const table = { rows: 100, columns: 8 };
  const cases: [name: string, key: string, mod: boolean, from: [number, number], to: [number, number]][] = [
    ['a cell down', 'ArrowDown', false, [3, 3], [4, 3]],
    ['not past the first row', 'ArrowUp', false, [0, 3], [0, 3]],
    ['not past the last column', 'ArrowRight', false, [3, 7], [3, 7]],
    ['to the bottom', 'ArrowDown', true, [3, 3], [99, 3]],
    ['to the left edge', 'ArrowLeft', true, [3, 3], [3, 0]],
    ['to the row’s start', 'Home', false, [3, 3], [3, 0]],
    ['to the row’s end', 'End', false, [3, 3], [3, 7]],
    ['to the first cell', 'Home', true, [3, 3], [0, 0]],
    ['to the last cell', 'End', true, [3, 3], [99, 7]],
    ['by a page', 'PageDown', false, [3, 3], [23, 3]],
    ['by less than a page', 'PageUp', false, [3, 3], [0, 3]],
  ];
  it.each(cases)('goes %s', (_, key, mod, [row, column], to) => {
    expect(extendByKey({ key, shiftKey: true, mod }, at(row, column), table, 20)).toEqual(at(...to));
  });

  it('ignores other keys', () => {
    expect(extendByKey({ key: 'x', shiftKey: true, mod: false }, at(0, 0), table, 20)).toBeUndefined();
  });
});
