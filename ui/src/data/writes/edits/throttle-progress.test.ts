import { expect, it, vi } from 'vitest';
import { throttleProgress } from './throttle-progress';

it('reports each percent once', () => {
  const report = vi.fn();
  const onProgress = throttleProgress(1_000, report);
  for (const done of [1, 9, 10, 19, 500, 1_000, 1_000]) onProgress(done);
  expect(report.mock.calls).toEqual([[10], [500], [1_000]]);
});
