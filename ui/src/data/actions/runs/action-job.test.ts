import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/api';
import type { CallOutcome } from '../call/call-outcome';
import { ActionJob } from './action-job';
import type { RunItem, RunResult } from './run.types';

const makeItems = (count: number, outcome: RunItem['outcome'] = 'pending'): RunItem[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ run: 'r', index, key: [{ column: 'id', value: String(index) }], heading: `Row ${index}` },
    ...{ body: '{}', outcome, note: '', undoBody: null },
  }));

const makeError = (status: number, code: string) =>
  new ApiError({ code, message: code, details: '', hint: '', status, requestId: '' });

const done: CallOutcome<RunResult> = { kind: 'done', result: { note: 'ok', undoBody: null } };

/** Runs a job and records the calls and the stored outcomes. */
function makeJob(
  items: RunItem[],
  respond: (item: RunItem) => CallOutcome<RunResult>,
  checkConnection = async () => {},
) {
  const calls: number[] = [];
  const stored = new Map<number, RunItem['outcome']>();
  let parallel = 0;
  let maxParallel = 0;
  const job = new ActionJob({
    items,
    describeError: ({ code }) => code,
    checkConnection,
    store: async (changed) => {
      for (const { index, outcome } of changed) stored.set(index, outcome);
    },
    call: async (item) => {
      // A call without a stored trace would be lost if the page crashed now.
      expect(stored.get(item.index)).toBe('sending');
      calls.push(item.index);
      parallel += 1;
      maxParallel = Math.max(maxParallel, parallel);
      await new Promise((resolve) => setTimeout(resolve));
      parallel -= 1;
      return respond(item);
    },
  });
  return { job, calls, stored, maxParallel: () => maxParallel };
}

/** Resumes the job whenever it pauses, as a user who presses 'Continue'. */
function resumeAlways(job: ActionJob) {
  return job.subscribe(() => {
    if (job.snapshot().phase === 'paused') setTimeout(() => job.resume());
  });
}

describe('ActionJob', () => {
  it('calls each row once, at most four at the same time', async () => {
    const { job, calls, maxParallel } = makeJob(makeItems(50), () => done);
    await job.run();
    expect(calls.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(maxParallel()).toBe(4);
    expect(job.snapshot()).toMatchObject({ phase: 'done', isFinished: true, counts: { done: 50 } });
  });

  it('reports rejected rows and continues', async () => {
    const error = makeError(400, 'P0001');
    const { job } = makeJob(makeItems(6), ({ index }) => (index % 2 ? { kind: 'failed', error } : done));
    await job.run();
    expect(job.snapshot().counts).toMatchObject({ done: 3, failed: 3, pending: 0 });
    expect(job.items()[1]).toMatchObject({ outcome: 'failed', note: 'P0001' });
  });

  it('never sends a row again after an unknown outcome', async () => {
    const error = makeError(0, 'unreachable');
    const { job, calls, stored } = makeJob(makeItems(20), ({ index }) =>
      index === 3 ? { kind: 'unknown', error } : done,
    );
    resumeAlways(job);
    await job.run();
    expect(calls.filter((index) => index === 3)).toHaveLength(1);
    expect(stored.get(3)).toBe('unknown');
    expect(job.snapshot().counts).toMatchObject({ done: 19, unknown: 1 });
  });

  it('sends no row while the server does not respond', async () => {
    const error = makeError(0, 'unreachable');
    let failures = 0;
    const { job, calls } = makeJob(
      makeItems(12),
      () => (calls.length <= 4 ? { kind: 'unknown', error } : done),
      async () => {
        failures += 1;
        if (failures <= 3) throw error;
      },
    );
    resumeAlways(job);
    await job.run();
    expect(failures).toBeGreaterThan(3);
    expect(calls).toHaveLength(12);
    expect(job.snapshot().counts).toMatchObject({ done: 8, unknown: 4 });
  });

  it('pauses while the service rejects all calls, and sends them later', async () => {
    let isBusy = true;
    const busy = makeError(429, 'too_many_attempts');
    const { job } = makeJob(makeItems(8), () => (isBusy ? { kind: 'failed', error: busy } : done));
    const ended = job.run();
    await new Promise<void>((resolve) => job.subscribe(() => job.snapshot().phase === 'paused' && resolve()));
    expect(job.snapshot().counts.done).toBe(0);
    isBusy = false;
    job.resume();
    resumeAlways(job);
    await ended;
    expect(job.snapshot().counts).toMatchObject({ done: 8, failed: 0 });
  });

  it('leaves the rows after a cancel unsent', async () => {
    const { job, calls } = makeJob(makeItems(40), ({ index }) => {
      if (index === 5) job.cancel();
      return done;
    });
    await job.run();
    const { counts } = job.snapshot();
    expect(counts.done).toBe(calls.length);
    expect(counts.pending).toBe(40 - calls.length);
    expect(calls.length).toBeLessThan(12);
  });

  it('sends only the rows that were not sent before', async () => {
    const items = makeItems(6);
    const before: RunItem[] = items.map((item, i) => ({
      ...item,
      outcome: (['done', 'failed', 'unknown', 'pending', 'pending', 'done'] as const)[i] ?? 'pending',
    }));
    const { job, calls } = makeJob(before, () => done);
    await job.run();
    expect(calls.toSorted()).toEqual([3, 4]);
    expect(job.snapshot().counts).toMatchObject({ done: 4, failed: 1, unknown: 1 });
  });
});
