import { expect, it, vi } from 'vitest';
import { BlockSelection } from './block-selection';

const at = (row: number, column: number) => ({ row, column });

it('is one cell until it is extended, and again when it is collapsed', () => {
  const block = new BlockSelection();
  expect([block.bounds(), block.collapse()]).toEqual([undefined, false]);
  block.start(at(2, 1));
  block.extend(at(4, 0));
  expect(block.bounds()).toEqual({ top: 2, bottom: 4, left: 0, right: 1 });
  expect([block.collapse(), block.collapse()]).toEqual([true, false]);
  expect(block.snapshot().block).toEqual({ anchor: at(2, 1), head: at(2, 1) });
});

it('moves with its rows', () => {
  const block = new BlockSelection();
  block.shiftRows(3);
  expect(block.snapshot().block).toBeNull();
  block.select({ anchor: at(5, 1), head: at(7, 2) });
  block.shiftRows(-2);
  expect(block.snapshot().block).toEqual({ anchor: at(3, 1), head: at(5, 2) });
});

it('notifies only of changes', () => {
  const block = new BlockSelection();
  const listener = vi.fn();
  block.subscribe(listener);
  block.clear();
  block.start(at(0, 0));
  block.extend(at(0, 0));
  block.setFillEnd(null);
  expect(listener).toHaveBeenCalledTimes(1);
  block.setFillEnd(3);
  expect(block.snapshot().fillEndRow).toBe(3);
  block.extend(at(1, 0));
  expect(block.snapshot().fillEndRow).toBeNull();
});
