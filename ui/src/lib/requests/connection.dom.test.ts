import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Loads the module with its initial state, and counts its changes to `online`. */
async function openConnection() {
  vi.resetModules();
  const connection = await import('@/lib/requests/connection');
  let recoveries = 0;
  connection.onConnectionChange(({ state }) => {
    if (state === 'online') recoveries += 1;
  });
  return { ...connection, recoveries: () => recoveries };
}

describe('the connection', () => {
  const fetchProbe = vi.fn<() => Promise<Response>>();
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.stubGlobal('fetch', fetchProbe);
    fetchProbe.mockReset().mockResolvedValue(new Response());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('returns with the next response after one failure', async () => {
    const { getConnection, reportFailure, reportResponse } = await openConnection();
    reportFailure();
    expect(getConnection().state).toBe('unreachable');
    reportResponse();
    expect(getConnection().state).toBe('online');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetchProbe).not.toHaveBeenCalled();
  });

  it('recovers ever more rarely while some requests fail and others succeed', async () => {
    const { reportFailure, reportResponse, recoveries } = await openConnection();
    // Each recovery makes the page send all its requests again: one of them fails, one succeeds.
    const recovered: number[] = [];
    for (let second = 0; second < 120; second += 1) {
      reportFailure();
      reportResponse();
      recovered.push(recoveries());
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(recovered.slice(0, 10)).toEqual([1, 1, 1, 2, 2, 2, 2, 3, 3, 3]);
    expect(recovered.at(-1)).toBeLessThan(10);
  });

  it('asks more often again after a stable minute', async () => {
    const { getConnection, reportFailure, reportResponse } = await openConnection();
    fetchProbe.mockRejectedValue(new TypeError('Failed to fetch'));
    reportFailure();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(fetchProbe).toHaveBeenCalledTimes(3);
    reportResponse();
    await vi.advanceTimersByTimeAsync(60_000);
    reportFailure();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetchProbe).toHaveBeenCalledTimes(4);
    fetchProbe.mockResolvedValue(new Response());
    await vi.advanceTimersByTimeAsync(4_000);
    expect(getConnection().state).toBe('online');
  });
});
