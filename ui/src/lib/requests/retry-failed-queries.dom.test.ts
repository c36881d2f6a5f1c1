import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import { createQueryClient } from '@/lib/requests/query-client';
import { isOutage, retryFailedQueries } from '@/lib/requests/retry-failed-queries';

function makeError(status: number, code = 'some_code') {
  return new ApiError({ code, message: 'No.', details: '', hint: '', status, requestId: '' });
}

/** A query that a page shows, and what it shows of it over time. */
function openPage(error: Error = makeError(429)) {
  const client = createQueryClient();
  const stop = retryFailedQueries(client);
  const backend = { error: error as Error | null, requests: 0 };
  const observer = new QueryObserver(client, {
    queryKey: ['rows'],
    queryFn: async () => {
      backend.requests += 1;
      if (backend.error) throw backend.error;
      return 'rows';
    },
  });
  const shown: string[] = [];
  // As useQuery subscribes.
  const show = notifyManager.batchCalls(() => {
    const { status } = observer.getCurrentResult();
    if (shown.at(-1) !== status) shown.push(status);
  });
  const close = observer.subscribe(show);
  return { backend, shown, stop, close };
}

const setVisibility = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('a query that failed in an outage', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is fetched again with growing delays, and shows its error until it succeeds', async () => {
    const { backend, shown, stop, close } = openPage();
    await vi.advanceTimersByTimeAsync(0);
    expect([backend.requests, shown.at(-1)]).toEqual([1, 'error']);
    for (const [delay, requests] of [
      [2_000, 2],
      [3_999, 2],
      [1, 3],
      [8_000, 4],
      [15_000, 5],
      [30_000, 6],
      [60_000, 7],
      [60_000, 8],
    ] as const) {
      await vi.advanceTimersByTimeAsync(delay);
      expect(backend.requests).toBe(requests);
    }
    expect(shown).toEqual(['error']);
    backend.error = null;
    // React Query notifies in a timer of its own.
    await vi.advanceTimersByTimeAsync(60_010);
    expect(shown).toEqual(['error', 'success']);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(backend.requests).toBe(9);
    close();
    stop();
  });

  it.each([
    ['the page gets the focus', () => window.dispatchEvent(new Event('focus'))],
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
    ['the page becomes visible', () => setVisibility('visible')],
  ])('is fetched immediately when %s', async (_, happens) => {
    const { backend, shown, stop, close } = openPage();
    await vi.advanceTimersByTimeAsync(0);
    backend.error = null;
    happens();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['error', 'success']);
    close();
    stop();
  });

  it('is not fetched while the page is hidden or no longer shows it', async () => {
    const { backend, stop, close } = openPage();
    await vi.advanceTimersByTimeAsync(0);
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(backend.requests).toBe(1);
    setVisibility('visible');
    await vi.advanceTimersByTimeAsync(0);
    expect(backend.requests).toBe(2);
    close();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(backend.requests).toBe(2);
    stop();
  });

  it('is not fetched again if the server rejected the request', async () => {
    const { backend, stop, close } = openPage(makeError(403));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(backend.requests).toBe(1);
    close();
    stop();
  });
});

it.each([
  [true, makeError(500)],
  [true, makeError(500, '57014')],
  [true, makeError(503, 'backend_unreachable')],
  [true, makeError(429)],
  [true, makeError(0, 'unreachable')],
  [true, makeError(200, 'unreadable')],
  [false, makeError(400, 'PGRST100')],
  [false, makeError(401, 'not_signed_in')],
  [false, makeError(404)],
  [false, makeError(500, 'XX000')],
  [false, new TypeError('a bug')],
])('an outage: %s for %o', (expected, error) => {
  expect(isOutage(error)).toBe(expected);
});
