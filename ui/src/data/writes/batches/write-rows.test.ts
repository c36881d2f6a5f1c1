import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import type { RowWrite } from './row-write';
import { writeRows } from './write-rows';

const table = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'text'),
  makeColumn('note', 'text'),
]);
const composite = makeTable(
  'places',
  [makeColumn('region', 'text'), makeColumn('number', 'integer'), makeColumn('note', 'text')],
  { primaryKey: ['region', 'number'] },
);

const update = (id: string, changes: Row, seen: Row = { status: 'a' }): RowWrite => ({
  kind: 'update',
  baseRow: { id, ...seen },
  changes,
});
/** Returns the rows of a request's key filter with its changes, like the database. */
const echoRows = (sent: SentRequest) => {
  const ids = /in\.\((.*)\)/.exec(sent.query.get('id') ?? '')?.[1]?.split(',') ?? [
    (sent.query.get('id') ?? '').replace('eq.', ''),
  ];
  return jsonResponse(ids.map((id) => ({ id, status: 'a', note: null, ...JSON.parse(sent.body) })));
};

afterEach(() => vi.unstubAllGlobals());

describe('writeRows', () => {
  it('sends updates with the same changes in one request, guarded, with a limit of affected rows', async () => {
    const sent = respondWith({ 'PATCH /api/rows/orders': echoRows });
    const outcomes = await writeRows(table, [
      update('1', { status: 'b' }),
      update('2', { status: 'c' }),
      update('3', { status: 'b' }),
    ]);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.query.get('id')).toBe('in.(1,3)');
    expect(sent[0]?.query.get('status')).toBe('eq.a');
    expect(sent[0]?.headers.get('Prefer')).toContain('max-affected=2');
    expect(outcomes.map((outcome) => outcome?.kind === 'saved' && outcome.row.status)).toEqual([
      'b',
      'c',
      'b',
    ]);
  });

  it('reads all rows that were not written in one request, and classifies them', async () => {
    const sent = respondWith({
      'PATCH /api/rows/orders': () => jsonResponse([{ id: '1', status: 'b', note: null }]),
      'GET /api/rows/orders': () =>
        jsonResponse([
          { id: '2', status: 'theirs', note: null },
          { id: '3', status: 'a', note: null },
        ]),
    });
    const outcomes = await writeRows(
      table,
      ['1', '2', '3', '4'].map((id) => update(id, { status: 'b' })),
    );
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(['saved', 'conflict', 'rejected', 'missing']);
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  it('sends nothing after an abort, and returns no outcome for rows that were not sent', async () => {
    const sent = respondWith({ 'PATCH /api/rows/orders': echoRows });
    const controller = new AbortController();
    const outcomes = await writeRows(
      table,
      Array.from({ length: 20 }, (_, i) => update(String(i), { status: `b${i}` })),
      {
        onProgress: (done) => {
          if (done >= 3) controller.abort();
        },
        signal: controller.signal,
      },
    );
    expect(sent.length).toBeLessThan(12);
    expect(outcomes.filter((outcome) => outcome).length).toBe(sent.length);
  });

  it('reports a delete that a policy rejects', async () => {
    respondWith({
      'DELETE /api/rows/orders': () => errorResponse(404, 'row_not_found', 'No such row.'),
      'GET /api/rows/orders': () => jsonResponse([{ id: '1', status: 'a', note: null }]),
    });
    const [outcome] = await writeRows(table, [{ kind: 'delete', baseRow: { id: '1', status: 'a' } }]);
    expect(outcome).toMatchObject({
      kind: 'rejected',
      error: { message: 'You don’t have permission to delete this row.' },
    });
  });

  it('guards a delete by all columns of the base row, unless it is forced', async () => {
    const sent = respondWith({
      'DELETE /api/rows/orders': () => jsonResponse([{ id: '1', status: 'a', note: null }]),
    });
    const baseRow = { id: '1', status: 'a', note: null };
    await writeRows(table, [{ kind: 'delete', baseRow }]);
    await writeRows(table, [{ kind: 'delete', baseRow, isForced: true }]);
    expect(sent.map(({ query }) => [query.get('status'), query.get('note')])).toEqual([
      ['eq.a', 'is.null'],
      [null, null],
    ]);
  });

  it('writes all other rows if one is rejected', async () => {
    const sent = respondWith({
      'PATCH /api/rows/orders': (request: SentRequest) =>
        /\b3\b/.test(request.query.get('id') ?? '')
          ? errorResponse(400, 'P0001', 'Not three.')
          : echoRows(request),
    });
    const done: number[] = [];
    const outcomes = await writeRows(
      table,
      ['1', '2', '3', '4'].map((id) => update(id, { status: 'b' })),
      { onProgress: (count) => done.push(count) },
    );
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(['saved', 'saved', 'rejected', 'saved']);
    expect(done.at(-1)).toBe(4);
    expect(sent.length).toBeLessThanOrEqual(5);
  });

  it.each([
    [503, 'backend_unreachable'],
    [503, 'project_paused'],
    [429, 'over_request_rate_limit'],
    [502, 'token_rejected'],
    [500, 'internal'],
    [500, '57P01'],
  ])('sends nothing more after an outage: %s %s', async (status, code) => {
    const sent = respondWith({
      'PATCH /api/rows/orders': () => errorResponse(status, code, 'Not now.'),
    });
    const outcomes = await writeRows(
      table,
      Array.from({ length: 40 }, (_, i) => update(String(i), { status: `s${i}` })),
    );
    expect(new Set(outcomes.map((outcome) => outcome?.kind))).toEqual(new Set(['rejected']));
    expect(outcomes).toHaveLength(40);
    expect(sent.length).toBeLessThanOrEqual(6);
  });

  it('sends an update of a key in its own request, with its other changes', async () => {
    const sent = respondWith({
      'PATCH /api/rows/places': () => jsonResponse([{ region: 'south', number: '1', note: 'b' }]),
    });
    const [outcome] = await writeRows(composite, [
      {
        kind: 'update',
        baseRow: { region: 'north', number: '1', note: 'a' },
        changes: { region: 'south', note: 'b' },
      },
    ]);
    expect(Object.fromEntries(sent[0]?.query ?? [])).toMatchObject({
      region: 'eq.north',
      number: 'eq.1',
      note: 'eq.a',
    });
    expect(outcome).toEqual({ kind: 'saved', row: { region: 'south', number: '1', note: 'b' } });
  });

  it('inserts rows in one request, and deletes each only if it equals its base row', async () => {
    const sent = respondWith({
      'POST /api/rows/orders': (request: SentRequest) => jsonResponse(JSON.parse(request.body), 201),
      'DELETE /api/rows/orders': () =>
        jsonResponse([
          { id: '1', status: 'a', note: null },
          { id: '2', status: 'b', note: 'n' },
        ]),
    });
    const rows = [
      { id: '1', status: 'a', note: null },
      { id: '2', status: 'b', note: 'n' },
    ];
    await writeRows(
      table,
      rows.map((row) => ({ kind: 'insert', row })),
    );
    const outcomes = await writeRows(
      table,
      rows.map((baseRow) => ({ kind: 'delete', baseRow })),
    );
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    expect(sent[1]?.query.get('or')).toBe(
      '(and(id.eq.1,status.eq.a,note.is.null),and(id.eq.2,status.eq.b,note.eq.n))',
    );
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(['saved', 'saved']);
  });

  it('with stopsAtRejection, sends one request at a time and ends at the first rejection', async () => {
    const sent = respondWith({
      'POST /api/rows/orders': () => errorResponse(400, '23514', 'violates check'),
    });
    const rows = Array.from({ length: 1_200 }, (_, i) => ({ status: String(i) }));
    const outcomes = await writeRows(
      table,
      rows.map((row) => ({ kind: 'insert', row })),
      { stopsAtRejection: true },
    );
    expect(sent).toHaveLength(1);
    expect(outcomes).toHaveLength(1_200);
    expect(outcomes.every((outcome) => outcome?.kind === 'rejected' && outcome.error.code === '23514')).toBe(
      true,
    );
  });

  it('reports the saved rows as saved if the others can’t be read', async () => {
    respondWith({
      'PATCH /api/rows/orders': () => jsonResponse([{ id: '1', status: 'b', note: null }]),
      'GET /api/rows/orders': () => errorResponse(503, 'backend_unreachable', 'Not now.'),
    });
    const outcomes = await writeRows(table, [update('1', { status: 'b' }), update('2', { status: 'b' })]);
    expect(outcomes).toMatchObject([
      { kind: 'saved' },
      { kind: 'rejected', error: { code: 'backend_unreachable' } },
    ]);
  });

  it('reports an update as saved if an earlier request made it, also if the database formats the value differently', async () => {
    const sent = respondWith({
      'PATCH /api/rows/orders': () => errorResponse(404, 'row_not_found', 'No such row.'),
      'GET /api/rows/orders': () => jsonResponse([{ id: '1', status: 'b ', note: null }]),
    });
    const [outcome] = await writeRows(table, [
      { ...update('1', { status: 'b' }), wasSent: true } as RowWrite,
    ]);
    expect(outcome).toEqual({ kind: 'saved', row: { id: '1', status: 'b ', note: null } });
    expect(sent.at(-1)?.query.get('status')).toBe('eq.b');
    const [unsent] = await writeRows(table, [update('1', { status: 'b' })]);
    expect(unsent).toMatchObject({ kind: 'conflict', columns: ['status'] });
  });

  it('reports an update as saved if another user made the same change, and a partly different one as a conflict', async () => {
    respondWith({
      'PATCH /api/rows/orders': () => errorResponse(404, 'row_not_found', 'No such row.'),
      'GET /api/rows/orders': () => jsonResponse([{ id: '1', status: 'b', note: 'theirs' }]),
    });
    const [same] = await writeRows(table, [update('1', { status: 'b' })]);
    expect(same).toEqual({ kind: 'saved', row: { id: '1', status: 'b', note: 'theirs' } });
    const seen = { status: 'a', note: null };
    const [other] = await writeRows(table, [update('1', { status: 'b', note: 'mine' }, seen)]);
    expect(other).toMatchObject({ kind: 'conflict' });
  });
});
