import { expect, it, vi } from 'vitest';
import { refreshRegularly, regularRefreshInterval } from './regular-refresh';

it('reads about once a minute until it ends', async () => {
  vi.useFakeTimers();
  const refresh = vi.fn();
  const end = refreshRegularly(refresh);
  await vi.advanceTimersByTimeAsync(regularRefreshInterval * 0.8);
  expect(refresh).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(regularRefreshInterval * 10);
  expect(refresh.mock.calls.length).toBeGreaterThanOrEqual(9);
  expect(refresh.mock.calls.length).toBeLessThanOrEqual(12);
  end();
  refresh.mockClear();
  await vi.advanceTimersByTimeAsync(regularRefreshInterval * 3);
  expect(refresh).not.toHaveBeenCalled();
  vi.useRealTimers();
});
