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

describe('a queued delete', () => {
  it('is sent after the earlier edits of the row, and can be undone then', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.isUnreachable = true;
    await edits.save(draft, { status: 'sent' });
    expect(await edits.remove([draft])).toMatchObject([{ kind: 'queued' }]);
    expect(edits.rowStatus('["1"]')).toBe('pendingDelete');
    expect(edits.applyQueuedEdits(draft)).toMatchObject({ status: 'sent' });
    db.state.isUnreachable = false;
    await sendAll(session);
    expect(db.row('1')).toBeUndefined();
    expect(db.sent.slice(-2).map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
    expect(listQueuedEntries(session)).toEqual([]);
    await session.undo();
    expect([...db.rows.values()]).toMatchObject([{ status: 'sent' }]);
    close();
  });

  it('conflicts with a change of another user, until the user forces it', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.isUnreachable = true;
    await edits.remove([draft]);
    Object.assign(db.row('1') ?? {}, { note: 'theirs' });
    db.state.isUnreachable = false;
    await sendAll(session);
    expect(db.row('1')).toBeDefined();
    expect(edits.rowStatus('["1"]')).toBe('failedDelete');
    expect(edits.snapshot().failedEdit).toMatchObject({ outcome: { kind: 'conflict', columns: ['note'] } });
    const [entry] = session.outbox.snapshot().entries;
    if (entry) await session.outbox.retry([entry], { isForced: true });
    expect(db.row('1')).toBeUndefined();
    close();
  });

  it('can be withdrawn before it is sent; earlier edits stay queued', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.isUnreachable = true;
    await edits.save(draft, { status: 'sent' });
    await edits.remove([draft]);
    expect(await session.undo()).toMatchObject({ withdrawn: [{ kind: 'delete' }] });
    expect(listQueuedEntries(session)).toEqual([{ state: 'queued', changes: { status: 'sent' } }]);
    await session.outbox.flush();
    close();
  });

  it('is saved if only the response was lost', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.losesResponses = true;
    await edits.remove([draft]);
    expect(db.row('1')).toBeUndefined();
    db.state.losesResponses = false;
    await sendAll(session);
    expect(listQueuedEntries(session)).toEqual([]);
    expect(session.history.snapshot().nextUndo).toMatchObject({ title: 'Deleted' });
    close();
  });

  it('can’t be undone if the response was lost and only some columns are known', async () => {
    const db = createDatabase(draft);
    const { session, edits, close } = openPage();
    db.state.losesResponses = true;
    await edits.remove([{ id: '1', status: 'draft' }]);
    db.state.losesResponses = false;
    await sendAll(session);
    expect(listQueuedEntries(session)).toEqual([]);
    expect(session.history.snapshot().nextUndo).toBeUndefined();
    close();
  });

  it('rejects edits of its row; edits of other rows in the same call are queued', async () => {
    const other = { id: '2', status: 'x', note: null };
    const db = createDatabase(draft, other);
    const { session, edits, close } = openPage();
    db.state.isUnreachable = true;
    await edits.remove([draft]);
    const outcomes = await edits.saveAll([
      { baseRow: draft, changes: { status: 'sent' } },
      { baseRow: other, changes: { status: 'y' } },
    ]);
    expect(outcomes).toMatchObject([{ error: { code: 'row_pending_delete' } }, { kind: 'queued' }]);
    expect(edits.snapshot().failedEdit).toMatchObject({ changes: { status: 'sent' } });
    db.state.isUnreachable = false;
    await sendAll(session);
    expect([...db.rows.values()]).toEqual([{ ...other, status: 'y' }]);
    close();
  });

  it.each([
    ['was changed', { id: '1', status: 'other', note: null }, { kind: 'conflict', columns: ['status'] }],
    ['no longer exists', { id: '3', status: 'x', note: null }, { kind: 'missing' }],
  ])('of a row that %s is reported at once and not queued', async (_, row, outcome) => {
    createDatabase(draft);
    const { session, edits, close } = openPage();
    expect(await edits.remove([row])).toMatchObject([outcome]);
    expect(listQueuedEntries(session)).toEqual([]);
    close();
  });
});
