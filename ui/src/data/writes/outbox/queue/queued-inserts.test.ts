import { describe, expect, it } from 'vitest';
import {
  createDatabase,
  draft,
  listQueuedEntries,
  openPage,
  sendAll,
  setUpFakeBrowser,
} from '@/data/testing/outbox-fixtures';

setUpFakeBrowser();

describe('a queued insert', () => {
  it('is sent after the outage', async () => {
    const db = createDatabase();
    const { session, edits, close } = openPage();
    db.state.isUnreachable = true;
    expect(await edits.create({ status: 'new' })).toMatchObject({ kind: 'queued' });
    db.state.isUnreachable = false;
    await sendAll(session);
    expect([...db.rows.values()]).toMatchObject([{ status: 'new' }]);
    close();
  });

  it('requires a decision if an equal row exists, because only the response may be lost', async () => {
    const db = createDatabase();
    const { session, edits, close } = openPage();
    db.state.losesResponses = true;
    await edits.create({ status: 'new' });
    db.state.losesResponses = false;
    await sendAll(session);
    expect(db.rows.size).toBe(1);
    const [entry] = session.outbox.snapshot().entries;
    expect(entry).toMatchObject({ state: 'failed', rejection: { error: { code: 'maybe_added' } } });
    if (entry) await session.outbox.retry([entry], { isForced: true });
    expect(db.rows.size).toBe(2);
    close();
  });
});

describe('the inserts of a paste', () => {
  it('are queued together and become one step, also if rows are equal', async () => {
    const db = createDatabase();
    const { session, edits, close } = openPage();
    db.state.isUnreachable = true;
    const rows = [{ status: 'new' }, { status: 'new' }, { status: 'other' }];
    expect(await edits.insert(rows, 'Pasted')).toMatchObject(rows.map(() => ({ kind: 'queued' })));
    db.state.isUnreachable = false;
    await sendAll(session);
    expect([...db.rows.values()]).toMatchObject(rows);
    expect(session.history.snapshot().changes).toMatchObject([{ title: 'Pasted', rows: [{}, {}, {}] }]);
    close();
  });

  it('require a decision if the response was lost', async () => {
    const db = createDatabase();
    const { session, edits, close } = openPage();
    db.state.losesResponses = true;
    await edits.insert([{ status: 'new' }, { status: 'other' }]);
    db.state.losesResponses = false;
    await sendAll(session);
    expect(db.rows.size).toBe(2);
    const { entries } = session.outbox.snapshot();
    expect(entries.map(({ state }) => state)).toEqual(['failed', 'failed']);
    await session.outbox.retry(entries, { isForced: true });
    expect(db.rows.size).toBe(4);
    close();
  });
});

describe('a paste with updates and inserts', () => {
  async function pastedOffline() {
    const db = createDatabase(draft);
    const page = openPage();
    db.state.isUnreachable = true;
    const step = {};
    await page.edits.saveAll([{ baseRow: draft, changes: { status: 'pasted' } }], 'Pasted', step);
    await page.edits.insert([{ status: 'new' }], 'Pasted', step);
    return { db, ...page };
  }

  it('is one step of undo after it was queued', async () => {
    const { db, session, close } = await pastedOffline();
    db.state.isUnreachable = false;
    await sendAll(session);
    expect(session.history.snapshot().changes).toMatchObject([{ title: 'Pasted', rows: [{}, {}] }]);
    await session.undo();
    expect([...db.rows.values()]).toEqual([draft]);
    close();
  });

  it('is withdrawn as a whole before it is sent', async () => {
    const { session, close } = await pastedOffline();
    expect(await session.undo()).toMatchObject({ withdrawn: [{}, {}] });
    expect(listQueuedEntries(session)).toEqual([]);
    close();
  });

  it('is undone as a whole if one part is saved and another is queued', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    const step = {};
    await edits.saveAll([{ baseRow: draft, changes: { status: 'pasted' } }], 'Pasted', step);
    db.state.isUnreachable = true;
    await edits.insert([{ status: 'new' }], 'Pasted', step);
    db.state.isUnreachable = false;
    await session.undo();
    expect(listQueuedEntries(session)).toEqual([]);
    expect([...db.rows.values()]).toEqual([draft]);
    close();
  });
});

describe('undo', () => {
  it('withdraws queued writes first, then undoes saved writes', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    await edits.save(draft, { note: 'done' });
    db.state.isUnreachable = true;
    await edits.save({ ...draft, note: 'done' }, { status: 'sent' });
    expect(await session.undo()).toMatchObject({ withdrawn: [{ changes: { status: 'sent' } }] });
    db.state.isUnreachable = false;
    await session.undo();
    expect(db.row('1')).toMatchObject({ status: 'draft', note: null });
    close();
  });
});
