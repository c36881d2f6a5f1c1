import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anyColumn, ChangedCells } from './changed-cells';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('marks a cell and its row for a moment', () => {
  const cells = new ChangedCells();
  const listener = vi.fn();
  cells.subscribe(listener);
  cells.mark([['t', '1', 'city']]);
  expect(cells.getRow('t', '1')?.get('city')).toBe(1);
  expect(cells.getRow('t', '1')?.get(anyColumn)).toBe(1);
  expect(cells.getRow('t', '1')?.get('name')).toBeUndefined();
  expect(cells.getRow('t', '2')?.get('city')).toBeUndefined();
  vi.advanceTimersByTime(2_000);
  expect(cells.getRow('t', '1')?.get('city')).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(2);
});

it('marks a cell again if it changes while it is marked', () => {
  const cells = new ChangedCells();
  cells.mark([['t', '1', 'city']]);
  vi.advanceTimersByTime(1_500);
  cells.mark([['t', '1', 'city']]);
  vi.advanceTimersByTime(1_000);
  expect(cells.getRow('t', '1')?.get('city')).toBe(2);
});
