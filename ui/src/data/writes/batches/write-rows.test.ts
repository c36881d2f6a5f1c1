import { afterEach, describe, expect, it, vi } from 'vitest';
import { condition, formatFilters } from '@/data/query/filters.utils';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import type { RowWrite } from '../edits/row-changes';
import { writeRows } from './write-rows';
import { matchAnyRow, splitIntoBatches } from './write-rows.utils';

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
/** The rows that a request's key filter names, as the database would answer. */
const echoRows = (sent: SentRequest) => {
  const ids = /in\.\((.*)\)/.exec(sent.query.get('id') ?? '')?.[1]?.split(',') ?? [
    (sent.query.get('id') ?? '').replace('eq.', ''),
  ];
  return jsonResponse(ids.map((id) => ({ id, status: 'a', note: null, ...JSON.parse(sent.body) })));
};

afterEach(() => vi.unstubAllGlobals());

describe('writeRows', () => {
  it('sends updates of one wording together, guarded, and touching no more than it names', async () => {
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
    expect(outcomes.map((outcome) => outcome.kind === 'saved' && outcome.row.status)).toEqual([
      'b',
      'c',
      'b',
    ]);
  });

  it('looks into the rows that did not come back, all at once', async () => {
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
    expect(outcomes.map(({ kind }) => kind)).toEqual(['saved', 'conflict', 'rejected', 'missing']);
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  it('sends nothing more once it is stopped, and has no outcome of what it did not send', async () => {
    const sent = respondWith({ 'PATCH /api/rows/orders': echoRows });
    let done = 0;
    const outcomes = await writeRows(
      table,
      Array.from({ length: 20 }, (_, i) => update(String(i), { status: `b${i}` })),
      {
        onProgress: (now) => {
          done = now;
        },
        isStopped: () => done >= 3,
      },
    );
    expect(sent.length).toBeLessThan(12);
    expect(outcomes.filter((outcome) => outcome).length).toBe(sent.length);
  });

  it('says of a delete that a policy refuses that it is one', async () => {
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

  it('guards a delete by all that was seen, or by nothing where the person is sure', async () => {
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

  it('keeps no row back for another’s refusal', async () => {
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
    expect(outcomes.map(({ kind }) => kind)).toEqual(['saved', 'saved', 'rejected', 'saved']);
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
  ])('stops asking once the way to the database fails: %s %s', async (status, code) => {
    const sent = respondWith({
      'PATCH /api/rows/orders': () => errorResponse(status, code, 'Not now.'),
    });
    const outcomes = await writeRows(
      table,
      Array.from({ length: 40 }, (_, i) => update(String(i), { status: `s${i}` })),
    );
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['rejected']));
    expect(outcomes).toHaveLength(40);
    expect(sent.length).toBeLessThanOrEqual(6);
  });

  it('sends a change of a key by itself, with all else that changes', async () => {
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

  it('adds rows together, and deletes each only as it was seen', async () => {
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
    expect(outcomes.map(({ kind }) => kind)).toEqual(['saved', 'saved']);
  });
});

describe('matchAny', () => {
  const text = (...rows: Parameters<typeof matchAnyRow>[0]) => formatFilters(matchAnyRow(rows)).join(' ');
  const key = (id: string) => condition('id', 'eq', id);

  it.each([
    ['one row by its own conditions', [[key('1'), condition('note', 'is', 'null')]], 'id,eq.1 note,is.null'],
    ['keys of one column as a list', [[key('1')], [key('2')]], 'id,in.(1,2)'],
    [
      'what all share once',
      [
        [key('1'), condition('status', 'eq', 'a')],
        [key('2'), condition('status', 'eq', 'a')],
      ],
      'status,eq.a id,in.(1,2)',
    ],
    [
      'rows of several conditions each by itself',
      [
        [key('1'), condition('status', 'eq', 'a')],
        [key('2'), condition('status', 'is', 'null')],
      ],
      'or,(and(id.eq.1,status.eq.a),and(id.eq.2,status.is.null))',
    ],
    [
      'keys of several columns',
      [
        [condition('region', 'eq', 'n'), condition('number', 'eq', '1')],
        [condition('region', 'eq', 's'), condition('number', 'eq', '2')],
      ],
      'or,(and(region.eq.n,number.eq.1),and(region.eq.s,number.eq.2))',
    ],
  ])('takes %s', (_, rows, expected) => expect(text(...rows)).toBe(expected));
});

describe('fitBatches', () => {
  it('keeps each request’s address short', () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => String(i).repeat(4));
    const parts = splitIntoBatches(ids, (id) => [condition('id', 'eq', id)]);
    expect(parts.flat()).toEqual(ids);
    for (const part of parts) expect(part.join().length).toBeLessThan(3_000);
    expect(splitIntoBatches(['x'.repeat(9_000)], (id) => [condition('id', 'eq', id)])).toHaveLength(1);
  });
});
