import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row, Value } from '@/data/rows/row';
import { createFakeLocks } from '@/data/testing/fake-locks';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { ChangeSession } from '../history/change-session';
import { type OutboxStore, openOutboxStore } from './outbox-store';

const table = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'text'),
  makeColumn('note', 'text'),
]);

/** A database with its way to it, which a test can cut; it keeps what it was sent. */
function createDatabase(...rows: Row[]) {
  const kept = new Map(rows.map((row): [string, Record<string, Value>] => [String(row.id), { ...row }]));
  const state = { away: false, dropAnswers: false, signedOut: false, failing: false };
  const matches = (sent: SentRequest) =>
    [...kept.values()].filter((row) =>
      [...sent.query].every(([column, filter]) => {
        if (!(column in { id: 1, status: 1, note: 1 })) return true;
        return filter === 'is.null' ? row[column] === null : filter === `eq.${row[column]}`;
      }),
    );
  const reach = (answer: () => unknown) => {
    if (state.signedOut) return errorResponse(401, 'not_signed_in', 'Sign in first.');
    if (state.failing)
      return errorResponse(503, 'backend_unreachable', 'The backend can’t be reached right now.');
    if (state.away) throw new TypeError('Failed to fetch');
    const answered = answer();
    if (state.dropAnswers) throw new TypeError('Failed to fetch');
    return answered;
  };
  const sent = respondWith({
    'PATCH /api/rows/orders': (request: SentRequest) =>
      reach(() => {
        const changes = JSON.parse(request.body);
        const found = matches(request);
        if (found.length === 0) return errorResponse(404, 'row_not_found', 'No such row.');
        for (const row of found) {
          kept.delete(String(row.id));
          Object.assign(row, changes);
          kept.set(String(row.id), row);
        }
        return jsonResponse(found);
      }),
    'POST /api/rows/orders': (request: SentRequest) =>
      reach(() => {
        const added = (JSON.parse(request.body) as Row[]).map((row) => {
          const id = String(kept.size + 100);
          kept.set(id, { id, status: null, note: null, ...row });
          return kept.get(id);
        });
        return jsonResponse(added, 201);
      }),
    'DELETE /api/rows/orders': (request: SentRequest) =>
      reach(() => {
        const found = matches(request);
        if (found.length === 0) return errorResponse(404, 'row_not_found', 'No such row.');
        for (const row of found) kept.delete(String(row.id));
        return jsonResponse(found);
      }),
    'GET /api/rows/orders': (request: SentRequest) => reach(() => jsonResponse(matches(request))),
    'GET /healthz': () => new Promise(() => {}),
  });
  const patches = () => sent.filter(({ method }) => method === 'PATCH');
  return { state, kept, row: (id: string) => kept.get(id), patches, sent };
}

function openPage(scope = 'ada', openStore?: () => Promise<OutboxStore>) {
  const visit = new ChangeSession({
    client: new QueryClient(),
    scope,
    findTable: (_, name) => (name === 'orders' ? table : undefined),
    ...(openStore ? { openStore } : {}),
  });
  const close = visit.outbox.start();
  return { visit, edits: visit.edits(table), close };
}

const draft: Row = { id: '1', status: 'draft', note: null };
const queuedEntriesOf = (visit: ChangeSession) =>
  visit.outbox.snapshot().entries.map(({ state, changes }) => ({ state, changes }));
const sendAll = async (visit: ChangeSession) => {
  await visit.outbox.flush();
  await visit.outbox.flush();
};

let pages: ReturnType<typeof createFakeLocks>;
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  pages = createFakeLocks();
  vi.stubGlobal('navigator', { onLine: true, locks: pages.locks });
});
afterEach(() => vi.unstubAllGlobals());

describe('an edit that got no answer', () => {
  it('waits, is shown, and is sent in order when the way is free', async () => {
    const db = createDatabase(draft, { id: '2', status: 'x', note: null });
    const { visit, edits, close } = openPage();
    db.state.away = true;
    expect(await edits.save(draft, { status: 'sent' })).toMatchObject({ kind: 'queued' });
    await edits.save({ id: '2', status: 'x', note: null }, { status: 'y' });
    expect(edits.cellStatus('["1"]', 'status')).toMatchObject({ status: 'queued', value: 'sent' });
    expect(edits.applyQueuedEdits(draft)).toEqual({ ...draft, status: 'sent' });
    expect(edits.snapshot().failedEdit).toBeNull();

    db.state.away = false;
    await sendAll(visit);
    expect([db.row('1')?.status, db.row('2')?.status]).toEqual(['sent', 'y']);
    expect(
      db
        .patches()
        .slice(-2)
        .map(({ body }) => body),
    ).toEqual(['{"status":"sent"}', '{"status":"y"}']);
    expect(queuedEntriesOf(visit)).toEqual([]);
    expect(visit.history.snapshot().changes).toHaveLength(2);
    close();
  });

  it('outlives the page, for its own person alone', async () => {
    const db = createDatabase(draft);
    const first = openPage();
    db.state.away = true;
    await first.edits.save(draft, { status: 'sent' });
    first.close();
    pages.endPage('first');

    const stranger = openPage('grace');
    await sendAll(stranger.visit);
    expect(queuedEntriesOf(stranger.visit)).toEqual([]);
    db.state.away = false;
    await sendAll(stranger.visit);
    expect(db.row('1')?.status).toBe('draft');
    stranger.close();

    const again = openPage();
    await vi.waitFor(() => expect(db.row('1')?.status).toBe('sent'));
    again.close();
  });

  it('is saved once where the answer alone was lost', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.dropAnswers = true;
    await edits.save(draft, { status: 'sent' });
    expect(queuedEntriesOf(visit)).toHaveLength(1);
    db.state.dropAnswers = false;
    await sendAll(visit);
    expect(queuedEntriesOf(visit)).toEqual([]);
    expect(visit.history.snapshot().nextUndo).toBeDefined();
    close();
  });

  it('is sent again by itself where Tableside answers, but not the backend behind it', async () => {
    const { state, row } = createDatabase(draft);
    const { visit, edits, close } = openPage();
    state.failing = true;
    expect(await edits.save(draft, { status: 'paid' })).toMatchObject({ kind: 'queued' });
    state.failing = false;
    // Nothing tells that the backend is back: no event, no other request.
    await vi.waitFor(() => expect(row('1')).toMatchObject({ status: 'paid' }), { timeout: 10_000 });
    await vi.waitFor(() => expect(queuedEntriesOf(visit)).toEqual([]));
    close();
  }, 20_000);

  it('is known to have moved its row to another key', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.dropAnswers = true;
    await edits.save(draft, { id: '7', note: 'moved' });
    expect(db.row('7')).toMatchObject({ note: 'moved' });
    db.state.dropAnswers = false;
    await sendAll(visit);
    expect(queuedEntriesOf(visit)).toEqual([]);
    close();
  });

  it('waits for its person to sign in again', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.signedOut = true;
    expect(await edits.save(draft, { status: 'sent' })).toMatchObject({ error: { code: 'not_signed_in' } });
    db.state.signedOut = false;
    await sendAll(visit);
    expect(db.row('1')?.status).toBe('sent');
    close();
  });

  it('is lost with the page where the browser keeps nothing, and says so', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage('ada', async () => {
      throw new DOMException('closed in private windows', 'InvalidStateError');
    });
    db.state.away = true;
    await edits.save(draft, { status: 'sent' });
    expect(visit.outbox.snapshot()).toMatchObject({ isDurable: false, entries: [{ state: 'queued' }] });
    close();
  });
});

describe('an edit in flight when the page crashes', () => {
  it('is sent by the next page; the crashed one alone held it back', async () => {
    const crashed = openPage();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    void crashed.edits.save(draft, { status: 'sent' });
    await vi.waitFor(async () => expect(await readStoredEntries()).toHaveLength(1));

    const again = createDatabase(draft);
    pages.openPage('second');
    const next = openPage();
    await next.visit.outbox.flush();
    expect(again.patches()).toEqual([]);
    pages.endPage('first');
    await sendAll(next.visit);
    expect(again.row('1')?.status).toBe('sent');
    next.close();
    crashed.close();
  });
});

async function readStoredEntries() {
  return (await openOutboxStore()).all('ada');
}

describe('edits of a row of which one waits', () => {
  it('takes the place of one that it says again, over what was seen first', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.away = true;
    await edits.save(draft, { status: 'a' });
    await edits.save({ ...draft, status: 'a' }, { status: 'b', note: 'n' });
    expect(queuedEntriesOf(visit)).toEqual([{ state: 'queued', changes: { status: 'b', note: 'n' } }]);
    db.state.away = false;
    await sendAll(visit);
    expect(db.row('1')).toMatchObject({ status: 'b', note: 'n' });
    close();
  });

  it('stays behind one that it shares a column with, and is guarded by what that leaves', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.away = true;
    await edits.save(draft, { status: 'a', note: 'n' });
    await edits.save(draft, { status: 'b' });
    db.state.away = false;
    await sendAll(visit);
    expect(db.row('1')).toMatchObject({ status: 'b', note: 'n' });
    expect(queuedEntriesOf(visit)).toEqual([]);
    close();
  });
});

describe('an edit that the database does not take when it is sent later', () => {
  async function inConflict() {
    const db = createDatabase(draft);
    const page = openPage();
    db.state.away = true;
    await page.edits.save(draft, { status: 'mine' });
    Object.assign(db.row('1') ?? {}, { status: 'theirs' });
    db.state.away = false;
    await sendAll(page.visit);
    return { db, ...page };
  }

  it('is kept for the person to decide, and told', async () => {
    const { db, visit, edits, close } = await inConflict();
    expect(db.row('1')?.status).toBe('theirs');
    expect(queuedEntriesOf(visit)).toMatchObject([{ state: 'failed' }]);
    expect(edits.cellStatus('["1"]', 'status')).toMatchObject({ status: 'failed', value: 'mine' });
    const { failedEdit } = edits.snapshot();
    expect(failedEdit).toMatchObject({ outcome: { kind: 'conflict', theirs: { status: 'theirs' } } });
    edits.dismissFailedEdit();
    expect(edits.snapshot().failedEdit).toBeNull();
    expect(queuedEntriesOf(visit)).toHaveLength(1);
    close();
  });

  it('is sent over theirs where mine is chosen, and dropped where theirs is', async () => {
    const { db, visit, close } = await inConflict();
    const [entry] = visit.outbox.snapshot().entries;
    if (!entry) throw new Error('nothing is kept');
    await visit.outbox.retry([entry], {
      baseRow: { ...draft, status: 'theirs' },
      changes: { status: 'mine' },
    });
    await sendAll(visit);
    expect(db.row('1')?.status).toBe('mine');
    expect(queuedEntriesOf(visit)).toEqual([]);
    close();
  });

  it('holds no other row back', async () => {
    const { db, visit, edits, close } = await inConflict();
    db.kept.set('2', { id: '2', status: 'x', note: null });
    await edits.save({ id: '2', status: 'x', note: null }, { status: 'y' });
    await sendAll(visit);
    expect(db.row('2')?.status).toBe('y');
    expect(queuedEntriesOf(visit)).toHaveLength(1);
    close();
  });
});

describe('a new row', () => {
  it('waits too, and is added when it can be', async () => {
    const db = createDatabase();
    const { visit, edits, close } = openPage();
    db.state.away = true;
    expect(await edits.create({ status: 'new' })).toMatchObject({ kind: 'queued' });
    db.state.away = false;
    await sendAll(visit);
    expect([...db.kept.values()]).toMatchObject([{ status: 'new' }]);
    close();
  });

  it('is asked about where a row like it is there: the answer may have been lost', async () => {
    const db = createDatabase();
    const { visit, edits, close } = openPage();
    db.state.dropAnswers = true;
    await edits.create({ status: 'new' });
    db.state.dropAnswers = false;
    await sendAll(visit);
    expect(db.kept.size).toBe(1);
    const [entry] = visit.outbox.snapshot().entries;
    expect(entry).toMatchObject({ state: 'failed', rejection: { error: { code: 'maybe_added' } } });
    if (entry) await visit.outbox.retry([entry], { isForced: true });
    expect(db.kept.size).toBe(2);
    close();
  });
});

describe('new rows of one paste', () => {
  it('wait together, and are added as one step, those that are like each other too', async () => {
    const db = createDatabase();
    const { visit, edits, close } = openPage();
    db.state.away = true;
    const rows = [{ status: 'new' }, { status: 'new' }, { status: 'other' }];
    expect(await edits.insert(rows, 'Pasted')).toMatchObject(rows.map(() => ({ kind: 'queued' })));
    db.state.away = false;
    await sendAll(visit);
    expect([...db.kept.values()]).toMatchObject(rows);
    expect(visit.history.snapshot().changes).toMatchObject([{ title: 'Pasted', rows: [{}, {}, {}] }]);
    close();
  });

  it('are asked about, and added only when told so, where the answer was lost', async () => {
    const db = createDatabase();
    const { visit, edits, close } = openPage();
    db.state.dropAnswers = true;
    await edits.insert([{ status: 'new' }, { status: 'other' }]);
    db.state.dropAnswers = false;
    await sendAll(visit);
    expect(db.kept.size).toBe(2);
    const { entries } = visit.outbox.snapshot();
    expect(entries.map(({ state }) => state)).toEqual(['failed', 'failed']);
    await visit.outbox.retry(entries, { isForced: true });
    expect(db.kept.size).toBe(4);
    close();
  });
});

describe('a delete', () => {
  it('waits in its order with the edits of the row, and can be undone when it was sent', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.away = true;
    await edits.save(draft, { status: 'sent' });
    expect(await edits.remove([draft])).toMatchObject([{ kind: 'queued' }]);
    expect(edits.rowStatus('["1"]')).toBe('pendingDelete');
    expect(edits.applyQueuedEdits(draft)).toMatchObject({ status: 'sent' });
    db.state.away = false;
    await sendAll(visit);
    expect(db.row('1')).toBeUndefined();
    expect(db.sent.slice(-2).map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
    expect(queuedEntriesOf(visit)).toEqual([]);
    await visit.undo();
    expect([...db.kept.values()]).toMatchObject([{ status: 'sent' }]);
    close();
  });

  it('is refused where somebody changed the row, until the person is sure', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.away = true;
    await edits.remove([draft]);
    Object.assign(db.row('1') ?? {}, { note: 'theirs' });
    db.state.away = false;
    await sendAll(visit);
    expect(db.row('1')).toBeDefined();
    expect(edits.rowStatus('["1"]')).toBe('failedDelete');
    expect(edits.snapshot().failedEdit).toMatchObject({ outcome: { kind: 'conflict', columns: ['note'] } });
    const [entry] = visit.outbox.snapshot().entries;
    if (entry) await visit.outbox.retry([entry], { isForced: true });
    expect(db.row('1')).toBeUndefined();
    close();
  });

  it('is taken back before it is sent; edits made before it stay', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.away = true;
    await edits.save(draft, { status: 'sent' });
    await edits.remove([draft]);
    expect(await visit.undo()).toMatchObject({ withdrawn: [{ kind: 'delete' }] });
    expect(queuedEntriesOf(visit)).toEqual([{ state: 'queued', changes: { status: 'sent' } }]);
    await visit.outbox.flush();
    close();
  });

  it('whose answer alone was lost is done', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.dropAnswers = true;
    await edits.remove([draft]);
    expect(db.row('1')).toBeUndefined();
    db.state.dropAnswers = false;
    await sendAll(visit);
    expect(queuedEntriesOf(visit)).toEqual([]);
    expect(visit.history.snapshot().nextUndo).toMatchObject({ title: 'Deleted' });
    close();
  });

  it('of a row that was only seen in part, and whose answer was lost, is not offered to be undone', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    db.state.dropAnswers = true;
    await edits.remove([{ id: '1', status: 'draft' }]);
    db.state.dropAnswers = false;
    await sendAll(visit);
    expect(queuedEntriesOf(visit)).toEqual([]);
    expect(visit.history.snapshot().nextUndo).toBeUndefined();
    close();
  });

  it('has to be taken back before its row is edited; other rows of the same go are', async () => {
    const other = { id: '2', status: 'x', note: null };
    const db = createDatabase(draft, other);
    const { visit, edits, close } = openPage();
    db.state.away = true;
    await edits.remove([draft]);
    const outcomes = await edits.saveAll([
      { baseRow: draft, changes: { status: 'sent' } },
      { baseRow: other, changes: { status: 'y' } },
    ]);
    expect(outcomes).toMatchObject([{ error: { code: 'row_pending_delete' } }, { kind: 'queued' }]);
    expect(edits.snapshot().failedEdit).toMatchObject({ changes: { status: 'sent' } });
    db.state.away = false;
    await sendAll(visit);
    expect([...db.kept.values()]).toEqual([{ ...other, status: 'y' }]);
    close();
  });

  it.each([
    ['was changed', { id: '1', status: 'other', note: null }, { kind: 'conflict', columns: ['status'] }],
    ['is gone', { id: '3', status: 'x', note: null }, { kind: 'missing' }],
  ])('of a row that %s says so at once, and is not kept to be sent again', async (_, row, outcome) => {
    createDatabase(draft);
    const { visit, edits, close } = openPage();
    expect(await edits.remove([row])).toMatchObject([outcome]);
    expect(queuedEntriesOf(visit)).toEqual([]);
    close();
  });
});

describe('a paste that changes rows and adds some', () => {
  async function pastedOffline() {
    const db = createDatabase(draft);
    const page = openPage();
    db.state.away = true;
    const step = {};
    await page.edits.saveAll([{ baseRow: draft, changes: { status: 'pasted' } }], 'Pasted', step);
    await page.edits.insert([{ status: 'new' }], 'Pasted', step);
    return { db, ...page };
  }

  it('is one step of undo after it waited', async () => {
    const { db, visit, close } = await pastedOffline();
    db.state.away = false;
    await sendAll(visit);
    expect(visit.history.snapshot().changes).toMatchObject([{ title: 'Pasted', rows: [{}, {}] }]);
    await visit.undo();
    expect([...db.kept.values()]).toEqual([draft]);
    close();
  });

  it('is taken back in one go before it is sent', async () => {
    const { visit, close } = await pastedOffline();
    expect(await visit.undo()).toMatchObject({ withdrawn: [{}, {}] });
    expect(queuedEntriesOf(visit)).toEqual([]);
    close();
  });

  it('is taken back in one go where a part of it is saved, and the other waits', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    const step = {};
    await edits.saveAll([{ baseRow: draft, changes: { status: 'pasted' } }], 'Pasted', step);
    db.state.away = true;
    await edits.insert([{ status: 'new' }], 'Pasted', step);
    db.state.away = false;
    await visit.undo();
    expect(queuedEntriesOf(visit)).toEqual([]);
    expect([...db.kept.values()]).toEqual([draft]);
    close();
  });
});

describe('undo', () => {
  it('takes back what was not sent yet, then what was done before', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    await edits.save(draft, { note: 'done' });
    db.state.away = true;
    await edits.save({ ...draft, note: 'done' }, { status: 'sent' });
    expect(await visit.undo()).toMatchObject({ withdrawn: [{ changes: { status: 'sent' } }] });
    db.state.away = false;
    await visit.undo();
    expect(db.row('1')).toMatchObject({ status: 'draft', note: null });
    close();
  });
});

describe('two pages without locks', () => {
  it('send what waits once between them', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const db = createDatabase();
    const first = openPage();
    db.state.away = true;
    await first.edits.create({ status: 'new' });
    db.state.away = false;
    const second = openPage();
    await Promise.all([first.visit.outbox.flush(), second.visit.outbox.flush()]);
    await sendAll(first.visit);
    await sendAll(second.visit);
    expect([...db.kept.values()]).toMatchObject([{ status: 'new' }]);
    expect(db.sent.filter(({ method }) => method === 'POST').length).toBe(2);
    first.close();
    second.close();
  });
});

describe('a database of the browser that is closed meanwhile', () => {
  it('keeps nobody from working', async () => {
    const db = createDatabase(draft);
    const { visit, edits, close } = openPage();
    await edits.save(draft, { status: 'sent' });
    // What a newer version of the page in another tab does.
    const newer = indexedDB.open('tableside', 4);
    await vi.waitFor(() => expect(newer.readyState).toBe('done'));
    newer.result.close();
    expect(await edits.save({ ...draft, status: 'sent' }, { status: 'done' })).toMatchObject({
      kind: 'saved',
    });
    db.state.away = true;
    await edits.save({ ...draft, status: 'done' }, { status: 'waits' });
    expect(visit.outbox.snapshot()).toMatchObject({ isDurable: false, entries: [{ state: 'queued' }] });
    db.state.away = false;
    await sendAll(visit);
    expect(db.row('1')?.status).toBe('waits');
    close();
  });
});

describe('a column that is no longer there', () => {
  it('keeps what was entered for it, and the rest of the edit with it', async () => {
    const db = createDatabase(draft);
    const { edits, close } = openPage();
    db.state.away = true;
    await edits.save(draft, { status: 'sent', note: 'mine' });
    close();
    pages.endPage('first');
    const lesser = makeTable(
      'orders',
      table.columns.filter(({ name }) => name !== 'note'),
    );
    const other = new ChangeSession({ client: new QueryClient(), scope: 'ada', findTable: () => lesser });
    db.state.away = false;
    await other.outbox.flush();
    expect(db.row('1')?.status).toBe('draft');
    expect(other.outbox.snapshot().entries).toMatchObject([
      { state: 'failed', changes: { note: 'mine' }, rejection: { error: { code: 'column_gone' } } },
    ]);
  });
});

describe('a table that is no longer there', () => {
  it('keeps what was entered, and says so', async () => {
    const db = createDatabase(draft);
    const { edits, close } = openPage();
    db.state.away = true;
    await edits.save(draft, { status: 'sent' });
    close();
    pages.endPage('first');
    const other = new ChangeSession({ client: new QueryClient(), scope: 'ada', findTable: () => undefined });
    await other.outbox.flush();
    expect(other.outbox.snapshot().entries).toMatchObject([
      { state: 'failed', changes: { status: 'sent' }, rejection: { error: { code: 'unknown_table' } } },
    ]);
  });
});
