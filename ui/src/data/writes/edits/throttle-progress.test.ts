import { expect, it, vi } from 'vitest';
import { throttleProgress } from './throttle-progress';

it('tells of each hundredth once, and keeps the last back', () => {
  const take = vi.fn();
  const { onProgress, remaining } = throttleProgress(1_000, take);
  for (const done of [1, 9, 10, 19, 500, 1_000]) onProgress(done);
  expect(take.mock.calls).toEqual([[10], [490]]);
  expect(remaining()).toBe(500);
});
