import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row } from '@/data/rows/row';
import type { RowChange } from '@/data/writes/edits/row-changes';
import { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import type { BatchRow, FileSource, SendRequest, TableAccess } from '../csv.types';
import { products } from '../testing/products-fixture';
import { ImportJob } from './import-job';

function makeError(code: string, status: number, message = code): ApiError {
  return new ApiError({ code, message, details: '', hint: '', status, requestId: 'r' });
}

const checkViolation = new ApiError({
  ...{ code: '23514', message: 'violates check', details: 'Failing row', hint: '', status: 400 },
  ...{ requestId: 'r', column: 'sku', columns: ['sku', 'name'] },
});

/** Fakes a table that accepts each row once and rejects rows that contain "bad". */
class Backend {
  readonly rows = new Map<string, number>();
  requests = 0;
  /** The errors of the next requests. If `isExecuted`, the request is executed nevertheless. */
  readonly pendingErrors: { error: ApiError; isExecuted: boolean }[] = [];

  put(bodies: readonly string[], upsert: boolean): void {
    this.requests += 1;
    const failure = this.pendingErrors.shift();
    if (failure && !failure.isExecuted) throw failure.error;
    if (bodies.some((body) => body.includes('bad'))) throw checkViolation;
    if (!upsert && bodies.some((body) => this.rows.has(body))) throw makeError('23505', 409, 'duplicate key');
    for (const body of bodies) this.rows.set(body, (this.rows.get(body) ?? 0) + 1);
    if (failure) throw failure.error;
  }
}

let backend: Backend;
let online = true;
beforeEach(() => {
  backend = new Backend();
  online = true;
});

function startJob(
  names: string[],
  { keys: keyColumns = [] as string[], columns = [] as string[], size = 4 } = {},
) {
  const source = {
    readBatch: async (from: number) => ({
      rows: names.slice(from, from + size).map(
        (name, i): BatchRow => ({
          row: from + i,
          body: name,
          keyValues: keyColumns.length > 0 ? [name] : [],
        }),
      ),
      nextRow: Math.min(from + size, names.length),
    }),
  } satisfies Partial<FileSource> as unknown as FileSource;
  const access = {
    send: async (_, { bodies, keyColumns: on }) => {
      backend.put(bodies, on.length > 0);
      return [];
    },
    readExisting: async () => undefined,
    countExisting: async (_, __, found) =>
      found.filter(([name]) => backend.rows.has(name ?? '') || backend.rows.has(makeBody(name))).length,
    describeError: (_, { code, message }) => ({ sentence: `${code}: ${message}.`, nextStep: 'Look.' }),
    notifyRowsChanged: () => {},
  } satisfies Partial<TableAccess> as unknown as TableAccess;
  const mappings = columns.map((column, sourceIndex) => ({ sourceIndex, column }));
  const plan = { mappings, emptyCellMeaning: 'null', keyColumns } as const;
  const job = new ImportJob({
    table: products,
    plan,
    source,
    access,
    total: names.length,
    isOnline: () => online,
    onSaved: () => {},
  });
  return { job, done: job.run() };
}

const makeBody = (sku = '') => JSON.stringify({ sku });
const waitUntilPaused = (job: ImportJob) => vi.waitFor(() => expect(job.snapshot().phase).toBe('paused'));
const makeNames = (count: number) => Array.from({ length: count }, (_, i) => `row ${i}`);

describe('rejected rows', () => {
  it('are found one by one, and all others are imported', async () => {
    const names = makeNames(50).map((name, i) => (i === 7 || i === 33 ? `bad ${i}` : name));
    const { job, done } = startJob(names, { size: 25 });
    await done;
    expect(job.snapshot()).toMatchObject({
      phase: 'done',
      inserted: 48,
      rejected: 2,
      processed: 50,
      isFinished: true,
    });
    const reported = {
      message: '23514: violates check. Look.',
      serverError: { code: '23514', message: 'violates check', details: 'Failing row', hint: '' },
      column: 'SKU and Product name',
    };
    expect(job.rejections()).toEqual([
      { row: 7, ...reported },
      { row: 33, ...reported },
    ]);
    expect(backend.rows.size).toBe(48);
    expect(backend.requests).toBeLessThan(30);
  });
  it('pause the import once after a hundred rejections without an imported row', async () => {
    const { job, done } = startJob(
      makeNames(120).map((name) => `bad ${name}`),
      { size: 60 },
    );
    await waitUntilPaused(job);
    expect(job.snapshot().rejected).toBe(100);
    job.resume();
    await done;
    expect(job.rejections()).toHaveLength(120);
  });
});

describe('the same file twice', () => {
  it('updates the existing rows by their key', async () => {
    await startJob(makeNames(6), { keys: ['sku'] }).done;
    const { job, done } = startJob([...makeNames(6), 'row 6'], { keys: ['sku'] });
    await done;
    expect(job.snapshot()).toMatchObject({ inserted: 1, updated: 6, rejected: 0 });
    expect(backend.rows.size).toBe(7);
  });
});

describe('an error', () => {
  it('that is not about rows pauses, and the rows are sent again', async () => {
    backend.pendingErrors.push({ error: makeError('not_signed_in', 401), isExecuted: false });
    const { job, done } = startJob(makeNames(6));
    await waitUntilPaused(job);
    expect(job.snapshot().jobError).toMatchObject({ unconfirmed: null });
    job.resume();
    await done;
    expect(job.snapshot()).toMatchObject({ phase: 'done', inserted: 6, rejected: 0 });
    expect([...backend.rows.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });
  it('without a network pauses before anything is sent', async () => {
    online = false;
    const { job, done } = startJob(makeNames(2));
    await waitUntilPaused(job);
    expect(backend.requests).toBe(0);
    online = true;
    job.resume();
    await done;
    expect(job.snapshot().inserted).toBe(2);
  });
  it('without a response reports the uncertain rows, and duplicates none that are imported', async () => {
    backend.pendingErrors.push({ error: makeError('unreachable', 0), isExecuted: true });
    const { job, done } = startJob(makeNames(6));
    await waitUntilPaused(job);
    expect(job.snapshot().jobError?.unconfirmed).toEqual([0, 3]);
    job.resume(true);
    await done;
    expect(job.snapshot()).toMatchObject({ inserted: 6, rejected: 0 });
    expect([...backend.rows.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });
  it('without a response is resolved by sending rows with a key again', async () => {
    backend.pendingErrors.push({ error: makeError('backend_timeout', 504), isExecuted: true });
    const { job, done } = startJob(makeNames(4), { keys: ['sku'] });
    await waitUntilPaused(job);
    expect(job.snapshot().jobError?.unconfirmed).toBeNull();
    job.resume();
    await done;
    expect(backend.rows.size).toBe(4);
  });
  it.each([
    ['imported', true, { insertedOrUpdated: 4, inserted: 2 }],
    ['not imported', false, { insertedOrUpdated: 0, inserted: 6 }],
  ])(
    'without a response is resolved by a look-up if new rows have a key: %s',
    async (_, isExecuted, counts) => {
      backend.pendingErrors.push({ error: makeError('unreachable', 0), isExecuted });
      const { job, done } = startJob(makeNames(6).map(makeBody), { columns: ['sku'] });
      await waitUntilPaused(job);
      expect(job.snapshot().jobError?.unconfirmed).toBeNull();
      job.resume();
      await done;
      expect(job.snapshot()).toMatchObject({ phase: 'done', rejected: 0, ...counts });
      expect([...backend.rows.values()]).toEqual([1, 1, 1, 1, 1, 1]);
    },
  );
  it('about the whole table does not split the batch', async () => {
    backend.pendingErrors.push({
      error: makeError('42501', 403, 'permission denied for table products'),
      isExecuted: false,
    });
    const { job, done } = startJob(makeNames(4));
    await waitUntilPaused(job);
    expect(backend.requests).toBe(1);
    job.cancel();
    await done;
  });
});

describe('canceling', () => {
  it('reports the rows that were not sent', async () => {
    const { job, done } = startJob(makeNames(10));
    job.pause();
    await vi.waitFor(() => expect(job.snapshot().phase).toBe('paused'));
    job.cancel();
    await done;
    const { phase, inserted, rejected } = job.snapshot();
    expect(phase).toBe('canceled');
    expect(inserted + rejected).toBe(10);
    expect(job.rejections()[0]?.message).toBe('Not sent: the import was canceled.');
  });
  it.each([
    ['', makeNames(6), []],
    [', also if they could be looked up', makeNames(6).map(makeBody), ['sku']],
  ])('reports uncertain rows as uncertain%s', async (_, names, columns) => {
    backend.pendingErrors.push({ error: makeError('unreachable', 0), isExecuted: true });
    const { job, done } = startJob(names, { columns });
    await waitUntilPaused(job);
    job.cancel();
    await done;
    expect(job.rejections().map(({ message }) => message.split(':')[0])).toEqual([
      ...Array(4).fill('Unknown whether the row was imported'),
      ...Array(2).fill('Not sent'),
    ]);
  });
});

describe('the changes that undo can revert', () => {
  const existing = { id: '2', sku: 'B', name: 'Old', note: 'n' };
  const after = [
    { id: '1', sku: 'A', name: 'New', note: null },
    { ...existing, name: 'New' },
  ];

  interface Setup {
    keyColumns?: string[];
    /** The rows that the backend returns. */
    saved?: Row[];
    table?: Table;
    total?: number;
  }

  /** Imports rows with the SKUs "A" and "B", of which "B" exists if the import updates rows. */
  async function importRows({ keyColumns = [], saved = after, table = products, total = 2 }: Setup) {
    const rows = ['A', 'B'].map((sku, row) => ({
      row,
      body: makeBody(sku),
      keyValues: keyColumns.map(() => sku),
    }));
    const changes: RowChange[] = [];
    const requests: SendRequest[] = [];
    const job = new ImportJob({
      table,
      plan: { mappings: [{ sourceIndex: 0, column: 'sku' }], emptyCellMeaning: 'null', keyColumns },
      source: {
        readBatch: async () => ({ rows, nextRow: total }),
      } satisfies Partial<FileSource> as unknown as FileSource,
      access: {
        send: async (_, request) => {
          requests.push(request);
          return request.returned.length > 0 ? saved : [];
        },
        readExisting: async () => [existing],
        countExisting: async () => 1,
        notifyRowsChanged: () => {},
      } satisfies Partial<TableAccess> as unknown as TableAccess,
      total,
      isOnline: () => true,
      onSaved: (some) => changes.push(...some),
    });
    await job.run();
    return { changes, state: job.snapshot(), returned: requests.map((request) => request.returned) };
  }

  it('are the inserted rows with all their values', async () => {
    const { changes, returned } = await importRows({});
    expect(changes).toEqual(after.map((row) => ({ before: null, after: row })));
    expect(returned).toEqual([['id', 'sku', 'name', 'price', 'origin_id', 'note', 'total']]);
  });
  it('are the updated rows with their earlier values', async () => {
    const { changes, state } = await importRows({ keyColumns: ['sku'] });
    expect(changes).toEqual([
      { before: null, after: after[0] },
      { before: existing, after: after[1] },
    ]);
    expect(state).toMatchObject({ inserted: 1, updated: 1 });
  });
  it('find an updated row by its primary key if the update changed the spelling of the matched key', async () => {
    const saved = [after[0] ?? {}, { ...existing, sku: 'b' }];
    const { changes } = await importRows({ keyColumns: ['sku'], saved });
    expect(changes[1]).toEqual({ before: existing, after: saved[1] });
  });
  it('omit a row that can have existed with another spelling of the key', async () => {
    const saved = [
      { ...after[0], sku: 'a' },
      { ...existing, name: 'New' },
    ];
    const { changes } = await importRows({ keyColumns: ['sku'], saved });
    expect(changes.map(({ before }) => before)).toEqual([existing]);
  });
  it('are none if the role can write the rows, but not read them', async () => {
    const { changes, state } = await importRows({ saved: [] });
    expect(changes).toEqual([]);
    expect(state).toMatchObject({ inserted: 2, rejected: 0 });
  });
  it('are none if an imported column can’t be read', async () => {
    const columns = products.columns.map((column) =>
      column.name === 'sku' ? { ...column, privileges: { ...column.privileges, select: false } } : column,
    );
    expect((await importRows({ table: { ...products, columns } })).returned).toEqual([[]]);
  });
  it('are none in an import of very many rows', async () => {
    const { changes, returned } = await importRows({ total: 50_001 });
    expect([changes, returned]).toEqual([[], [[]]]);
  });
});
