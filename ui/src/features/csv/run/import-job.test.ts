import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import { products } from '../testing';
import type { BatchRow, FileSource, TableAccess } from '../types';
import { ImportJob } from './import-job';

function failure(code: string, status: number, message = code): ApiError {
  return new ApiError({ code, message, details: '', hint: '', status, requestId: 'r' });
}

const breaksCheck = new ApiError({
  ...{ code: '23514', message: 'violates check', details: 'Failing row', hint: '', status: 400 },
  ...{ requestId: 'r', column: 'sku', columns: ['sku', 'name'] },
});

/** A table that takes a row once, and refuses those named "bad" as the database would. */
class Backend {
  readonly rows = new Map<string, number>();
  requests = 0;
  /** What the next requests answer instead; `taken` ones are carried out all the same. */
  readonly troubles: { error: ApiError; taken: boolean }[] = [];

  put(bodies: readonly string[], upsert: boolean): void {
    this.requests += 1;
    const trouble = this.troubles.shift();
    if (trouble && !trouble.taken) throw trouble.error;
    if (bodies.some((body) => body.includes('bad'))) throw breaksCheck;
    if (!upsert && bodies.some((body) => this.rows.has(body))) throw failure('23505', 409, 'duplicate key');
    for (const body of bodies) this.rows.set(body, (this.rows.get(body) ?? 0) + 1);
    if (trouble) throw trouble.error;
  }
}

let backend: Backend;
let online = true;
beforeEach(() => {
  backend = new Backend();
  online = true;
});

function start(names: string[], { keys = [] as string[], columns = [] as string[], size = 4 } = {}) {
  const source = {
    batch: async (from: number) => ({
      rows: names
        .slice(from, from + size)
        .map((name, i): BatchRow => ({ row: from + i, body: name, keys: keys.length > 0 ? [name] : [] })),
      next: Math.min(from + size, names.length),
    }),
  } satisfies Partial<FileSource> as unknown as FileSource;
  const access = {
    send: async (_, { bodies, keys: on }) => backend.put(bodies, on.length > 0),
    countExisting: async (_, __, found) =>
      found.filter(([name]) => backend.rows.has(name ?? '') || backend.rows.has(bodyOf(name))).length,
    explain: (_, { code, message }) => ({ sentence: `${code}: ${message}.`, next: 'Look.' }),
    changed: () => {},
  } satisfies Partial<TableAccess> as unknown as TableAccess;
  const mappings = columns.map((column, at) => ({ at, column }));
  const plan = { mappings, empty: 'null', keys } as const;
  const job = new ImportJob({
    table: products,
    plan,
    source,
    access,
    total: names.length,
    online: () => online,
  });
  return { job, done: job.run() };
}

const bodyOf = (sku = '') => JSON.stringify({ sku });
const paused = (job: ImportJob) => vi.waitFor(() => expect(job.state().phase).toBe('paused'));
const named = (count: number) => Array.from({ length: count }, (_, i) => `row ${i}`);

describe('refused rows', () => {
  it('are found one by one, and all others go in', async () => {
    const names = named(50).map((name, i) => (i === 7 || i === 33 ? `bad ${i}` : name));
    const { job, done } = start(names, { size: 25 });
    await done;
    expect(job.state()).toMatchObject({ phase: 'done', inserted: 48, refused: 2, handled: 50, over: true });
    const told = {
      message: '23514: violates check. Look.',
      raw: { code: '23514', message: 'violates check', details: 'Failing row', hint: '' },
      column: 'SKU and Product name',
    };
    expect(job.refusals()).toEqual([
      { row: 7, ...told },
      { row: 33, ...told },
    ]);
    expect(backend.rows.size).toBe(48);
    expect(backend.requests).toBeLessThan(30);
  });
  it('by the hundred, and none gone in, make it ask once', async () => {
    const { job, done } = start(
      named(120).map((name) => `bad ${name}`),
      { size: 60 },
    );
    await paused(job);
    expect(job.state().refused).toBe(100);
    job.resume();
    await done;
    expect(job.refusals()).toHaveLength(120);
  });
});

describe('the same file twice', () => {
  it('changes what is there, by its key', async () => {
    await start(named(6), { keys: ['sku'] }).done;
    const { job, done } = start([...named(6), 'row 6'], { keys: ['sku'] });
    await done;
    expect(job.state()).toMatchObject({ inserted: 1, updated: 6, refused: 0 });
    expect(backend.rows.size).toBe(7);
  });
});

describe('trouble', () => {
  it('that is not about rows pauses, and the same rows are sent again', async () => {
    backend.troubles.push({ error: failure('not_signed_in', 401), taken: false });
    const { job, done } = start(named(6));
    await paused(job);
    expect(job.state().trouble).toMatchObject({ doubt: null });
    job.resume();
    await done;
    expect(job.state()).toMatchObject({ phase: 'done', inserted: 6, refused: 0 });
    expect([...backend.rows.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });
  it('without a network pauses before anything is sent', async () => {
    online = false;
    const { job, done } = start(named(2));
    await paused(job);
    expect(backend.requests).toBe(0);
    online = true;
    job.resume();
    await done;
    expect(job.state().inserted).toBe(2);
  });
  it('of an answer that never came says which rows are in doubt, and doubles none that are in', async () => {
    backend.troubles.push({ error: failure('unreachable', 0), taken: true });
    const { job, done } = start(named(6));
    await paused(job);
    expect(job.state().trouble?.doubt).toEqual([0, 3]);
    job.resume(true);
    await done;
    expect(job.state()).toMatchObject({ inserted: 6, refused: 0 });
    expect([...backend.rows.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });
  it('of that kind is no doubt where rows have a key: they are sent again', async () => {
    backend.troubles.push({ error: failure('backend_timeout', 504), taken: true });
    const { job, done } = start(named(4), { keys: ['sku'] });
    await paused(job);
    expect(job.state().trouble?.doubt).toBeNull();
    job.resume();
    await done;
    expect(backend.rows.size).toBe(4);
  });
  it.each([
    ['went in', true, { written: 4, inserted: 2 }],
    ['did not', false, { written: 0, inserted: 6 }],
  ])('of that kind is looked into where new rows have a key: they %s', async (_, taken, counts) => {
    backend.troubles.push({ error: failure('unreachable', 0), taken });
    const { job, done } = start(named(6).map(bodyOf), { columns: ['sku'] });
    await paused(job);
    expect(job.state().trouble?.doubt).toBeNull();
    job.resume();
    await done;
    expect(job.state()).toMatchObject({ phase: 'done', refused: 0, ...counts });
    expect([...backend.rows.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });
  it('with the whole table splits nothing', async () => {
    backend.troubles.push({
      error: failure('42501', 403, 'permission denied for table products'),
      taken: false,
    });
    const { job, done } = start(named(4));
    await paused(job);
    expect(backend.requests).toBe(1);
    job.cancel();
    await done;
  });
});

describe('cancelling', () => {
  it('tells which rows were not sent', async () => {
    const { job, done } = start(named(10));
    job.pause();
    await vi.waitFor(() => expect(job.state().phase).toBe('paused'));
    job.cancel();
    await done;
    const { phase, inserted, refused } = job.state();
    expect(phase).toBe('cancelled');
    expect(inserted + refused).toBe(10);
    expect(job.refusals()[0]?.message).toBe('Not sent: the import was cancelled.');
  });
  it.each([
    ['', named(6), []],
    [', also where they could be looked up', named(6).map(bodyOf), ['sku']],
  ])('says of rows in doubt that they are%s', async (_, names, columns) => {
    backend.troubles.push({ error: failure('unreachable', 0), taken: true });
    const { job, done } = start(names, { columns });
    await paused(job);
    job.cancel();
    await done;
    expect(job.refusals().map(({ message }) => message.split(':')[0])).toEqual([
      ...Array(4).fill('Not known whether it went in'),
      ...Array(2).fill('Not sent'),
    ]);
  });
});
