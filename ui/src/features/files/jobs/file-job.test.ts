import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import { FileJob } from './file-job';
import type { FileJobItem, FileJobKind, FileJobSource } from './file-job.types';
import type { FileRequests } from './file-requests';

function makeError(code: string, status: number): ApiError {
  return new ApiError({ code, message: code, details: '', hint: '', status, requestId: '' });
}

/** A bucket in memory that reports errors as storage does. */
class MemoryBucket implements FileRequests {
  readonly objects = new Map<string, string>();
  /** Objects that the role sees but can't change. */
  readonly locked = new Set<string>();
  /** The number of next requests that are done but get no response. */
  lostResponses = 0;
  /** Called before each request that changes something. */
  beforeWrite = () => {};

  constructor(...names: string[]) {
    for (const name of names) this.objects.set(name, `content of ${name}`);
  }

  transfer = async (kind: 'move' | 'copy', _: string, from: string, to: string, replace: boolean) => {
    this.beforeWrite();
    const content = this.objects.get(from);
    if (content === undefined || (kind === 'move' && this.locked.has(from)))
      throw makeError('NoSuchKey', 404);
    if (this.objects.has(to) && !replace) throw makeError('KeyAlreadyExists', 409);
    if (to.startsWith('readonly/')) throw makeError('AccessDenied', 403);
    this.objects.set(to, content);
    if (kind === 'move') this.objects.delete(from);
    this.#respond();
  };

  remove = async (_: string, paths: readonly string[]) => {
    this.beforeWrite();
    const failed = paths.filter((path) => this.locked.has(path) || !this.objects.delete(path));
    this.#respond();
    return failed;
  };

  find = async (_: string, name: string) => {
    const content = this.objects.get(name);
    return content === undefined ? undefined : { etag: content, size: content.length };
  };

  async *list(_: string, { path, isFolder }: FileJobSource): AsyncGenerator<readonly string[]> {
    if (!isFolder) return yield [path];
    for (const name of [...this.objects.keys()]) if (name.startsWith(`${path}/`)) yield [name];
  }

  #respond() {
    if (this.lostResponses-- > 0) throw makeError('unreachable', 0);
  }
}

interface Setup {
  kind?: FileJobKind;
  path?: string;
  newPath?: string | null;
  items?: readonly FileJobItem[];
}

function startJob(bucket: MemoryBucket, { kind = 'move', path = 'a', newPath = 'b', items }: Setup = {}) {
  const stored = new Map<number, FileJobItem>();
  const job = new FileJob({
    record: { id: 'job', kind, bucket: 'bucket', sources: [{ path, isFolder: true, newPath }] },
    items,
    requests: bucket,
    store: async (changed) => {
      for (const item of changed) stored.set(item.index, item);
    },
    onListed: async () => {},
  });
  return { job, stored, done: job.run() };
}

const waitUntilPaused = (job: FileJob) => vi.waitFor(() => expect(job.snapshot().phase).toBe('paused'));

test('moves all objects of a folder', async () => {
  const bucket = new MemoryBucket('a/1', 'a/sub/2', 'ab/3');
  const { job, done } = startJob(bucket);
  await done;
  expect(job.snapshot()).toMatchObject({ phase: 'done', counts: { done: 2 } });
  expect([...bucket.objects.keys()].sort()).toEqual(['ab/3', 'b/1', 'b/sub/2']);
});

test('reports what was not moved, and why', async () => {
  const bucket = new MemoryBucket('a/1', 'a/2', 'a/3', 'b/2');
  bucket.locked.add('a/1');
  const { job, done } = startJob(bucket);
  await done;
  expect(job.snapshot()).toMatchObject({ phase: 'done', counts: { rejected: 1, exists: 1, done: 1 } });
  const readonly = startJob(new MemoryBucket('a/1'), { newPath: 'readonly' });
  await readonly.done;
  expect(readonly.job.items()).toMatchObject([{ outcome: 'rejected', note: 'AccessDenied' }]);
});

test.each([
  ['replace', ['b/1', 'b/2'], 'content of a/1'],
  ['keep-both', ['b/1', 'b/1 (2)', 'b/1 (3)', 'b/2'], 'content of b/1'],
] as const)('decides %s for all names that exist', async (decision, names, content) => {
  const bucket = new MemoryBucket('a/1', 'a/2', 'b/1', ...(decision === 'replace' ? [] : ['b/1 (2)']));
  const first = startJob(bucket);
  await first.done;
  expect(first.job.snapshot().counts).toMatchObject({ exists: 1, done: 1 });
  const items = first.job
    .items()
    .map(
      (item): FileJobItem => (item.outcome === 'exists' ? { ...item, outcome: 'pending', decision } : item),
    );
  const second = startJob(bucket, { items });
  await second.done;
  expect(second.job.snapshot().counts).toMatchObject({ exists: 0, done: 2 });
  expect([...bucket.objects.keys()].sort()).toEqual(names);
  expect(bucket.objects.get('b/1')).toBe(content);
});

test('moves an empty folder into a folder of its name', async () => {
  const bucket = new MemoryBucket('a/.emptyFolderPlaceholder', 'b/.emptyFolderPlaceholder');
  const { job, done } = startJob(bucket);
  await done;
  expect(job.snapshot().counts).toMatchObject({ exists: 0, done: 1 });
  expect([...bucket.objects.keys()]).toEqual(['b/.emptyFolderPlaceholder']);
});

test('reports what was not deleted', async () => {
  const bucket = new MemoryBucket('a/1', 'a/2');
  bucket.locked.add('a/1');
  const { job, done } = startJob(bucket, { kind: 'delete', newPath: null });
  await done;
  expect(job.items().map(({ outcome }) => outcome)).toEqual(['rejected', 'done']);
});

describe.each(['move', 'copy', 'delete'] as const)('a %s without a response', (kind) => {
  const setup = { kind, newPath: kind === 'delete' ? null : 'b' };

  test('is done once, and reported as done', async () => {
    const bucket = new MemoryBucket('a/1', 'a/2');
    bucket.lostResponses = 1;
    const { job, done } = startJob(bucket, setup);
    await waitUntilPaused(job);
    job.resume();
    await done;
    expect(job.snapshot()).toMatchObject({ phase: 'done', counts: { done: 2 } });
  });

  test('is continued by the next page from the stored objects', async () => {
    const bucket = new MemoryBucket('a/1', 'a/2', 'a/3');
    bucket.lostResponses = 1;
    const first = startJob(bucket, setup);
    await waitUntilPaused(first.job);
    const second = startJob(bucket, { ...setup, items: [...first.stored.values()] });
    await second.done;
    expect(second.job.snapshot()).toMatchObject({ phase: 'done', counts: { done: 3 } });
    expect(bucket.objects.size).toBe({ move: 3, copy: 6, delete: 0 }[kind]);
  });
});

test('a canceled job reports what it did, and leaves the rest', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `a/${i}`);
  const bucket = new MemoryBucket(...names);
  const { job, done } = startJob(bucket);
  let requests = 0;
  bucket.beforeWrite = () => {
    requests += 1;
    if (requests === 50) job.cancel();
  };
  await done;
  const { phase, counts } = job.snapshot();
  expect(phase).toBe('canceled');
  expect(counts.done).toBe([...bucket.objects.keys()].filter((name) => name.startsWith('b/')).length);
  expect(counts.done).toBeLessThan(60);
  expect(counts.done + counts.pending).toBe(300);
});

test('every object has one correct outcome after any failures', async () => {
  for (let seed = 1; seed <= 30; seed++) {
    let state = seed;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const names = Array.from({ length: 30 + random(60) }, (_, i) => `a/${i}`);
    const bucket = new MemoryBucket(...names);
    for (const name of names) {
      const dice = random(10);
      if (dice === 0) bucket.locked.add(name);
      if (dice === 1) bucket.objects.set(name.replace('a/', 'b/'), 'other');
    }
    bucket.beforeWrite = () => {
      if (random(15) === 0) bucket.lostResponses = 1;
    };
    let items: readonly FileJobItem[] | undefined;
    for (let page = 0; page < 100; page++) {
      const { job, stored, done } = startJob(bucket, items ? { items } : {});
      await Promise.race([done, waitUntilPaused(job)]);
      if (job.snapshot().phase === 'done') {
        items = job.items();
        break;
      }
      // The next page continues what this one has stored.
      items = items ? items.map((item) => stored.get(item.index) ?? item) : [...stored.values()];
    }
    expect(items?.map(({ from }) => from)).toEqual(names);
    for (const { from, to, outcome } of items ?? []) {
      const where = `${from} (${outcome}), seed ${seed}`;
      expect(['done', 'rejected', 'exists'], where).toContain(outcome);
      expect(bucket.objects.has(from), where).toBe(outcome !== 'done');
      if (outcome === 'done') expect(bucket.objects.get(to ?? ''), where).toBe(`content of ${from}`);
    }
  }
});
