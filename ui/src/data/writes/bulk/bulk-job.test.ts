import { describe, expect, it, vi } from 'vitest';
import { condition, type Filter } from '@/data/query/filters/filters.utils';
import type { Row, Value } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ApiError } from '@/lib/api';
import type { ReadRequest, RowAccess, WriteRequest } from '../batches/row-access';
import type { ComputeChanges } from './bulk.types';
import { BulkJob, type BulkOptions } from './bulk-job';
import { type BulkScope, createBulkSource } from './bulk-source';

const orders = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'text', { nullable: true }),
]);
const columns = ['id', 'status'];

function makeError(code: string, status: number, message = code): ApiError {
  return new ApiError({ code, message, details: '', hint: '', status, requestId: 'r' });
}

function matchesFilter(row: Row, filter: Filter): boolean {
  if (filter.kind === 'group') {
    const items = filter.items.map((item) => matchesFilter(row, item));
    return filter.negated !== (filter.logic === 'and' ? items.every(Boolean) : items.some(Boolean));
  }
  const value: Value = row[filter.column] ?? null;
  const wanted = filter.value;
  if (filter.operator === 'is') return filter.negated !== (value === null);
  if (value === null) return false;
  if (filter.operator === 'in') return wanted.includes(String(value));
  if (filter.operator === 'gt') return Number(value) > Number(wanted);
  return String(value) === wanted;
}

/** A table in memory that behaves like the database, with a hook before each write. */
class MemoryBackend implements RowAccess {
  readonly rows = new Map<string, Row>();
  requests = 0;
  /** Called before each write. */
  beforeWrite: (request: WriteRequest) => void = () => {};
  /** The number of next writes that are done but get no response. */
  lostResponses = 0;
  /** Whether the database rejects a row with an error. */
  rejects = (_: Row) => false;
  /** Whether a policy excludes a row from writes. */
  hides = (_: Row) => false;

  constructor(count: number, status = (id: number): Value => (id % 3 === 0 ? null : `s${id % 2}`)) {
    for (let id = 1; id <= count; id++) this.rows.set(String(id), { id: String(id), status: status(id) });
  }

  async read(_: unknown, { filters, limit }: ReadRequest): Promise<Row[]> {
    const found = [...this.rows.values()].filter((row) =>
      filters.every((filter) => matchesFilter(row, filter)),
    );
    return found.toSorted((a, b) => Number(a.id) - Number(b.id)).slice(0, limit);
  }

  async insert(): Promise<Row[]> {
    throw new Error('a bulk change inserts nothing');
  }

  async update(_: unknown, request: WriteRequest & { changes: Row }): Promise<Row[]> {
    return this.#write(request, (row) => this.rows.set(String(row.id), { ...row, ...request.changes }));
  }

  async remove(_: unknown, request: WriteRequest): Promise<Row[]> {
    return this.#write(request, (row) => this.rows.delete(String(row.id)));
  }

  async #write(request: WriteRequest, apply: (row: Row) => void): Promise<Row[]> {
    this.requests += 1;
    this.beforeWrite(request);
    const matched = await this.read(_, { ...request, limit: 1e9 });
    const found = matched.filter((row) => !this.hides(row));
    if (found.some(this.rejects)) throw makeError('23514', 400, 'violates check');
    if (found.length > request.maxRows) throw makeError('PGRST124', 400);
    if (found.length === 0) throw makeError('row_rejected', 403);
    for (const row of found) apply(row);
    if (this.lostResponses-- > 0) throw makeError('unreachable', 0);
    return found.map((row) => this.rows.get(String(row.id)) ?? row);
  }
}
const _ = undefined;

interface Setup extends Pick<BulkOptions, 'onSaved'> {
  scope?: BulkScope;
  change?: ComputeChanges | null;
  total?: number;
  online?: () => boolean;
}

function startJob(
  backend: MemoryBackend,
  { scope, change = () => ({ status: 'new' }), total, online, onSaved }: Setup = {},
) {
  const all: BulkScope = { kind: 'all', filters: [], excluded: new Map() };
  const changedColumns = change ? ['status'] : [];
  const source = createBulkSource(scope ?? all, {
    table: orders,
    access: backend,
    columns,
    changedColumns,
    maxRows: 1000,
  });
  const job = new BulkJob({
    ...{ table: orders, change, source, access: backend, columns },
    total: total ?? backend.rows.size,
    isOnline: online ?? (() => true),
    describeError: ({ message }) => message,
    ...(onSaved && { onSaved }),
  });
  return { job, done: job.run() };
}

const statuses = (backend: MemoryBackend) => new Set([...backend.rows.values()].map(({ status }) => status));
const waitUntilPaused = (job: BulkJob) => vi.waitFor(() => expect(job.snapshot().phase).toBe('paused'));

describe('a bulk edit', () => {
  it('changes all rows in as few requests as possible, and remembers their previous values', async () => {
    const backend = new MemoryBackend(614);
    const { job, done } = startJob(backend);
    await done;
    expect(job.snapshot()).toMatchObject({ phase: 'done', counts: { saved: 614 } });
    expect(statuses(backend)).toEqual(new Set(['new']));
    expect(backend.requests).toBeLessThan(8);
    expect(job.changes()).toHaveLength(614);
    expect(job.changes()[2]).toEqual({
      before: { id: '3', status: null },
      after: { id: '3', status: 'new' },
    });
  });

  it('reports the changes of each request, before the job ends', async () => {
    const backend = new MemoryBackend(614);
    const counts: number[] = [];
    const { job, done } = startJob(backend, { onSaved: (changes) => counts.push(changes.length) });
    backend.beforeWrite = () => expect(counts).toHaveLength(backend.requests - 1);
    await done;
    expect(counts.length).toBe(backend.requests);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(job.changes().length);
  });

  it('sends no rows that already have the values', async () => {
    const backend = new MemoryBackend(9, (id) => (id < 4 ? 'new' : 'old'));
    const { job, done } = startJob(backend);
    await done;
    expect(job.snapshot().counts).toMatchObject({ unchanged: 3, saved: 6 });
  });

  it('changes no more rows than confirmed, although more match now', async () => {
    const backend = new MemoryBackend(300);
    backend.beforeWrite = () => backend.rows.set('301', { id: '301', status: 's0' });
    const { job, done } = startJob(backend, { total: 300 });
    await done;
    expect(job.snapshot()).toMatchObject({ counts: { saved: 300 }, hasMoreRows: true });
    expect(backend.rows.get('301')?.status).toBe('s0');
  });

  it('does not change a row that another user changed after it was read', async () => {
    const backend = new MemoryBackend(5);
    backend.beforeWrite = () => backend.rows.set('2', { id: '2', status: 'theirs' });
    const { job, done } = startJob(backend);
    await done;
    expect(job.snapshot().counts).toMatchObject({ saved: 4, conflict: 1 });
    expect(backend.rows.get('2')?.status).toBe('theirs');
  });

  it('does not change selected rows that differ from what the user saw', async () => {
    const backend = new MemoryBackend(4);
    const rows = [...backend.rows.values()];
    backend.rows.set('1', { id: '1', status: 'theirs' });
    backend.rows.delete('4');
    const { job, done } = startJob(backend, { scope: { kind: 'rows', rows }, total: 4 });
    await done;
    expect(job.snapshot().counts).toMatchObject({ saved: 2, conflict: 1, missing: 1 });
  });

  it('does not change excluded rows', async () => {
    const backend = new MemoryBackend(4);
    const excluded = new Map([['["2"]', backend.rows.get('2') ?? {}]]);
    const { done } = startJob(backend, { scope: { kind: 'all', filters: [], excluded }, total: 3 });
    await done;
    expect([...backend.rows.values()].map(({ status }) => status === 'new')).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});

describe('a bulk delete', () => {
  it('does not delete a row that stopped matching after it was read', async () => {
    const backend = new MemoryBackend(6, () => 'old');
    backend.beforeWrite = () => backend.rows.set('3', { id: '3', status: 'kept' });
    const filters = [condition('status', 'eq', 'old')];
    const scope: BulkScope = { kind: 'all', filters, excluded: new Map() };
    const { job, done } = startJob(backend, { scope, change: null });
    await done;
    expect(job.snapshot().counts).toMatchObject({ saved: 5, conflict: 1 });
    expect([...backend.rows.keys()]).toEqual(['3']);
    expect(job.changes()).toHaveLength(5);
    expect(job.changes()[0]).toEqual({ before: { id: '1', status: 'old' }, after: null });
  });
});

describe('every row', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'has one outcome, whatever happens (%i)',
    async (seed) => {
      let state = seed + 1;
      const random = (below: number) => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      const backend = new MemoryBackend(20 + random(250));
      const ids = (count: number) =>
        new Set(Array.from({ length: random(count) }, () => String(random(270))));
      const [bad, hidden] = [ids(9), ids(30)];
      backend.rejects = ({ id }) => bad.has(String(id));
      backend.hides = ({ id }) => hidden.has(String(id));
      backend.lostResponses = random(3);
      backend.beforeWrite = () => {
        const id = String(random(270));
        if (random(2) === 0) backend.rows.delete(id);
        else if (backend.rows.has(id)) backend.rows.set(id, { id, status: 'theirs' });
      };
      const rows = [...backend.rows.values()];
      const scope: BulkScope | undefined = random(2) === 0 ? { kind: 'rows', rows } : undefined;
      const change = random(3) === 0 ? null : () => ({ status: random(2) === 0 ? 'new' : null });
      const { job, done } = startJob(backend, { ...(scope && { scope }), change });
      job.subscribe(() => job.snapshot().phase === 'paused' && queueMicrotask(() => job.resume()));
      await done;
      const reported = job.results().map(({ row }) => row.id);
      expect(new Set(reported).size).toBe(reported.length);
      const sum = Object.values(job.snapshot().counts).reduce((a, b) => a + b, 0);
      expect(sum).toBe(reported.length);
      // Selected rows are all in the report: none can disappear between the pages.
      if (scope) expect(reported.length).toBe(rows.length);
      for (const id of [...bad, ...hidden]) {
        const row = backend.rows.get(id);
        if (change === null && row) expect(row).toBeDefined();
        else if (row) expect(row.status).not.toBe('new');
      }
    },
  );
});

describe('an outage or a rejection', () => {
  it('pauses the job while offline; it continues with the same rows', async () => {
    const backend = new MemoryBackend(10);
    let online = false;
    const { job, done } = startJob(backend, { online: () => online });
    await waitUntilPaused(job);
    expect(backend.requests).toBe(0);
    online = true;
    job.resume();
    await done;
    expect(job.snapshot().counts.saved).toBe(10);
  });

  it('without a response, reads which rows were written', async () => {
    const backend = new MemoryBackend(10);
    backend.lostResponses = 1;
    const { job, done } = startJob(backend);
    await waitUntilPaused(job);
    job.resume();
    await done;
    expect(job.snapshot().counts).toMatchObject({ saved: 10, conflict: 0, unknown: 0 });
    expect(job.changes()).toHaveLength(10);
  });

  it('pauses once if the first hundred rows are rejected', async () => {
    const backend = new MemoryBackend(150);
    backend.rejects = () => true;
    const { job, done } = startJob(backend);
    await waitUntilPaused(job);
    expect(job.snapshot().counts.rejected).toBe(100);
    job.resume();
    await done;
    expect(job.snapshot().counts.rejected).toBe(150);
  });

  it('when canceled between batches, reports what was written and leaves the rest unchanged', async () => {
    const backend = new MemoryBackend(450, () => 'old');
    const { job, done } = startJob(backend);
    backend.beforeWrite = () => job.cancel();
    await done;
    expect(job.snapshot()).toMatchObject({ phase: 'canceled', counts: { saved: 200 } });
    expect([...backend.rows.values()].filter(({ status }) => status === 'old')).toHaveLength(250);
  });
});
