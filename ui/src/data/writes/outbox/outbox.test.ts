import { describe, expect, it, vi } from 'vitest';
import {
  createDatabase,
  draft,
  listQueuedEntries,
  openPage,
  sendAll,
  setUpFakeBrowser,
} from '@/data/testing/outbox-fixtures';
import { openOutboxStore } from './outbox-store';

const pages = setUpFakeBrowser();

describe('an edit without a response', () => {
  it('is queued, is shown, and is sent in order after the outage', async () => {
    const db = createDatabase(draft, { id: '2', status: 'x', note: null });
    const { session, edits, close } = openPage();
    db.state.isUnreachable = true;
    expect(await edits.save(draft, { status: 'sent' })).toMatchObject({ kind: 'queued' });
    await edits.save({ id: '2', status: 'x', note: null }, { status: 'y' });
    expect(edits.cellStatus('["1"]', 'status')).toMatchObject({ status: 'queued', value: 'sent' });
    expect(edits.applyQueuedEdits(draft)).toEqual({ ...draft, status: 'sent' });
    expect(edits.snapshot().failedEdit).toBeNull();

    db.state.isUnreachable = false;
    await sendAll(session);
    expect([db.row('1')?.status, db.row('2')?.status]).toEqual(['sent', 'y']);
    expect(
      db
        .patches()
        .slice(-2)
        .map(({ body }) => body),
    ).toEqual(['{"status":"sent"}', '{"status":"y"}']);
    expect(listQueuedEntries(session)).toEqual([]);
    expect(session.history.snapshot().changes).toHaveLength(2);
    close();
  });

  it('outlives the page, for its own user only', async () => {
    const db = createDatabase(draft);
    const first = openPage();
    db.state.isUnreachable = true;
    await first.edits.save(draft, { status: 'sent' });
    first.close();
    pages.endPage('first');

    const stranger = openPage('grace');
    await sendAll(stranger.session);
    expect(listQueuedEntries(stranger.session)).toEqual([]);
    db.state.isUnreachable = false;
    await sendAll(stranger.session);
    expect(db.row('1')?.status).toBe('draft');
    stranger.close();

    const again = openPage();
    await vi.waitFor(() => expect(db.row('1')?.status).toBe('sent'));
    again.close();
  });

  it('is saved once if only the response was lost', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.losesResponses = true;
    await edits.save(draft, { status: 'sent' });
    expect(listQueuedEntries(session)).toHaveLength(1);
    db.state.losesResponses = false;
    await sendAll(session);
    expect(listQueuedEntries(session)).toEqual([]);
    expect(session.history.snapshot().nextUndo).toBeDefined();
    close();
  });

  it('is sent again after a delay if the backend was unreachable, but Tableside was not', async () => {
    const { state, row } = createDatabase(draft);
    const { session, edits, close } = openPage();
    state.isFailing = true;
    expect(await edits.save(draft, { status: 'paid' })).toMatchObject({ kind: 'queued' });
    state.isFailing = false;
    // No event and no other request reports that the backend is available again.
    await vi.waitFor(() => expect(row('1')).toMatchObject({ status: 'paid' }), { timeout: 10_000 });
    await vi.waitFor(() => expect(listQueuedEntries(session)).toEqual([]));
    close();
  }, 20_000);

  it('does not return if the user discards it while it is being sent again', async () => {
    const { state, row } = createDatabase(draft);
    const { session, edits, close } = openPage();
    state.isUnreachable = true;
    await edits.save(draft, { status: 'sent' });
    const { outbox } = session;
    const withdrawn = new Promise<void>((resolve) => {
      const unsubscribe = outbox.subscribe(() => {
        if (!outbox.snapshot().isSending) return;
        unsubscribe();
        resolve(outbox.withdraw(outbox.snapshot().entries.map(({ id }) => id)));
      });
    });
    await Promise.all([sendAll(session), withdrawn]);
    expect(listQueuedEntries(session)).toEqual([]);
    state.isUnreachable = false;
    await sendAll(session);
    expect(listQueuedEntries(session)).toEqual([]);
    expect(row('1')?.status).toBe('draft');
    close();
  });

  it('is found to be saved if it changed the row’s key', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.losesResponses = true;
    await edits.save(draft, { id: '7', note: 'moved' });
    expect(db.row('7')).toMatchObject({ note: 'moved' });
    db.state.losesResponses = false;
    await sendAll(session);
    expect(listQueuedEntries(session)).toEqual([]);
    close();
  });

  it('stays queued until its user signs in again', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.isSignedOut = true;
    expect(await edits.save(draft, { status: 'sent' })).toMatchObject({ error: { code: 'not_signed_in' } });
    db.state.isSignedOut = false;
    await sendAll(session);
    expect(db.row('1')?.status).toBe('sent');
    close();
  });

  it('is not durable if the browser provides no database', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage('ada', async () => {
      throw new DOMException('closed in private windows', 'InvalidStateError');
    });
    db.state.isUnreachable = true;
    await edits.save(draft, { status: 'sent' });
    expect(session.outbox.snapshot()).toMatchObject({ isDurable: false, entries: [{ state: 'queued' }] });
    close();
  });
});

describe('an edit in flight when the page crashes', () => {
  it('is sent by the next page after the crash, not before', async () => {
    const crashed = openPage();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    void crashed.edits.save(draft, { status: 'sent' });
    await vi.waitFor(async () => expect(await readStoredEntries()).toHaveLength(1));

    const again = createDatabase(draft);
    pages.startPage('second');
    const next = openPage();
    await next.session.outbox.flush();
    expect(again.patches()).toEqual([]);
    pages.endPage('first');
    await sendAll(next.session);
    expect(again.row('1')?.status).toBe('sent');
    next.close();
    crashed.close();
  });
});

async function readStoredEntries() {
  return (await openOutboxStore()).all('ada');
}

describe('an edit of a row with a queued edit', () => {
  it('replaces the queued edit if it sets the same columns, based on the first base row', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.isUnreachable = true;
    await edits.save(draft, { status: 'a' });
    await edits.save({ ...draft, status: 'a' }, { status: 'b', note: 'n' });
    expect(listQueuedEntries(session)).toEqual([{ state: 'queued', changes: { status: 'b', note: 'n' } }]);
    db.state.isUnreachable = false;
    await sendAll(session);
    expect(db.row('1')).toMatchObject({ status: 'b', note: 'n' });
    close();
  });

  it('waits for the queued edit if they share a column, and is guarded by the row that it leaves', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.isUnreachable = true;
    await edits.save(draft, { status: 'a', note: 'n' });
    await edits.save(draft, { status: 'b' });
    db.state.isUnreachable = false;
    await sendAll(session);
    expect(db.row('1')).toMatchObject({ status: 'b', note: 'n' });
    expect(listQueuedEntries(session)).toEqual([]);
    close();
  });
});

describe('a queued edit that the database rejects', () => {
  async function inConflict() {
    const db = createDatabase(draft);
    const page = openPage();
    db.state.isUnreachable = true;
    await page.edits.save(draft, { status: 'mine' });
    Object.assign(db.row('1') ?? {}, { status: 'theirs' });
    db.state.isUnreachable = false;
    await sendAll(page.session);
    return { db, ...page };
  }

  it('stays in the outbox for the user to decide, and is reported', async () => {
    const { db, session, edits, close } = await inConflict();
    expect(db.row('1')?.status).toBe('theirs');
    expect(listQueuedEntries(session)).toMatchObject([{ state: 'failed' }]);
    expect(edits.cellStatus('["1"]', 'status')).toMatchObject({ status: 'failed', value: 'mine' });
    const { failedEdit } = edits.snapshot();
    expect(failedEdit).toMatchObject({ outcome: { kind: 'conflict', theirs: { status: 'theirs' } } });
    edits.dismissFailedEdit();
    expect(edits.snapshot().failedEdit).toBeNull();
    expect(listQueuedEntries(session)).toHaveLength(1);
    close();
  });

  it('overwrites the other user’s values if the user decides so', async () => {
    const { db, session, close } = await inConflict();
    const [entry] = session.outbox.snapshot().entries;
    if (!entry) throw new Error('the outbox is empty');
    await session.outbox.retry([entry], {
      baseRow: { ...draft, status: 'theirs' },
      changes: { status: 'mine' },
    });
    await sendAll(session);
    expect(db.row('1')?.status).toBe('mine');
    expect(listQueuedEntries(session)).toEqual([]);
    close();
  });

  it('does not block other rows', async () => {
    const { db, session, edits, close } = await inConflict();
    db.rows.set('2', { id: '2', status: 'x', note: null });
    await edits.save({ id: '2', status: 'x', note: null }, { status: 'y' });
    await sendAll(session);
    expect(db.row('2')?.status).toBe('y');
    expect(listQueuedEntries(session)).toHaveLength(1);
    close();
  });
});

describe('a queued edit that another page sends', () => {
  it('lets the page read its table again, which still has the old value', async () => {
    const db = createDatabase(draft);
    const first = openPage();
    db.state.isUnreachable = true;
    await first.edits.save(draft, { status: 'sent' });
    const readAgain = vi.spyOn(first.client, 'invalidateQueries');
    const second = openPage();
    db.state.isUnreachable = false;
    await sendAll(second.session);
    expect(db.row('1')?.status).toBe('sent');
    await vi.waitFor(() => expect(readAgain).toHaveBeenCalledOnce());
    expect(listQueuedEntries(first.session)).toEqual([]);
    first.close();
    second.close();
  });
});

describe('two pages without locks', () => {
  it('send a queued edit only once', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const db = createDatabase();
    const first = openPage();
    db.state.isUnreachable = true;
    await first.edits.create({ status: 'new' });
    db.state.isUnreachable = false;
    const second = openPage();
    await Promise.all([first.session.outbox.flush(), second.session.outbox.flush()]);
    await sendAll(first.session);
    await sendAll(second.session);
    expect([...db.rows.values()]).toMatchObject([{ status: 'new' }]);
    expect(db.sent.filter(({ method }) => method === 'POST').length).toBe(2);
    first.close();
    second.close();
  });
});

describe('a browser database that is closed by another tab', () => {
  it('does not prevent edits; they last as long as the page', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    await edits.save(draft, { status: 'sent' });
    // A newer version of Tableside in another tab upgrades the database.
    const newer = indexedDB.open('tableside', 4);
    await vi.waitFor(() => expect(newer.readyState).toBe('done'));
    newer.result.close();
    expect(await edits.save({ ...draft, status: 'sent' }, { status: 'done' })).toMatchObject({
      kind: 'saved',
    });
    db.state.isUnreachable = true;
    await edits.save({ ...draft, status: 'done' }, { status: 'waits' });
    expect(session.outbox.snapshot()).toMatchObject({ isDurable: false, entries: [{ state: 'queued' }] });
    db.state.isUnreachable = false;
    await sendAll(session);
    expect(db.row('1')?.status).toBe('waits');
    close();
  });
});
