import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/fixtures';
import { fakeLocks } from '@/data/testing/locks';
import { ApiError } from '@/lib/api';
import { answerWith } from '@/testing/backend';
import { staff, workspace } from '@/testing/fixtures';
import { Visit } from './history/visit';
import { type NewEntry, openOutboxStore } from './outbox/outbox-store';
import { migrateEntry, scopeOf } from './outbox-scope';

const scope = scopeOf('fingerprint', staff);

const table = makeTable('orders', [makeColumn('id', 'integer'), makeColumn('status', 'text')]);

function queued(inScope: string): NewEntry {
  return {
    ...{ scope: inScope, at: 1, schema: 'public', table: 'orders', kind: 'update', rowKey: '["1"]' },
    ...{ heading: 'Order 1', seen: { id: '1', status: 'draft' }, changes: { status: 'sent' } },
    ...{ title: 'Edited', batch: 'batch', state: 'waiting', owner: 'closed page', sentAt: 1 },
    ...{ sentBefore: false, error: null, refusal: null, sure: false },
  };
}

function openPage(checkBackend = async () => {}) {
  const visit = new Visit({
    ...{ client: new QueryClient(), scope, checkBackend, findTable: () => table },
    migrate: (entry) => migrateEntry(entry, workspace, staff, scope),
  });
  return { visit, close: visit.outbox.start() };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', { onLine: true, locks: fakeLocks().locks });
});
afterEach(() => vi.unstubAllGlobals());

describe('an entry that an earlier version stored by the workspace’s name', () => {
  const legacy = (name: string, userId = staff.id) => JSON.stringify(['local', name, userId]);

  it('is moved to the backend’s scope and sent', async () => {
    const sent = answerWith({ 'PATCH /api/rows/orders': [{ id: '1', status: 'sent' }] });
    await (await openOutboxStore()).add([queued(legacy('Harbour Roasters'))]);
    const { visit, close } = openPage();
    await vi.waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PATCH']));
    await visit.outbox.flush();
    const store = await openOutboxStore();
    expect([await store.all(scope), await store.all(legacy('Harbour Roasters'))]).toEqual([[], []]);
    close();
  });

  it('waits for the user’s decision where the workspace had another name', async () => {
    const sent = answerWith({ 'PATCH /api/rows/orders': [{ id: '1', status: 'sent' }] });
    await (await openOutboxStore()).add([queued(legacy('Old Name'))]);
    const { visit, close } = openPage();
    await visit.outbox.flush();
    const { entries } = visit.outbox.snapshot();
    expect(entries).toMatchObject([
      { scope, state: 'stuck', refusal: { error: { code: 'other_workspace' } } },
    ]);
    expect(sent).toEqual([]);
    await visit.outbox.retry(entries);
    expect(sent.map(({ body }) => body)).toEqual(['{"status":"sent"}']);
    close();
  });

  it.each([
    ['another user', legacy('Harbour Roasters', 'u-2')],
    ['the other mode', JSON.stringify(['hosted', 'Harbour Roasters', staff.id])],
    ['another backend', scopeOf('another fingerprint', staff)],
  ])('stays where it is for %s', async (_, other) => {
    const sent = answerWith({});
    await (await openOutboxStore()).add([queued(other)]);
    const { visit, close } = openPage();
    await visit.outbox.flush();
    expect(visit.outbox.snapshot().entries).toEqual([]);
    expect(await (await openOutboxStore()).all(other)).toHaveLength(1);
    expect(sent).toEqual([]);
    close();
  });
});

describe('a server that is now in front of another backend', () => {
  it('gets no queued edit until it is in front of the previous one', async () => {
    const sent = answerWith({ 'PATCH /api/rows/orders': [{ id: '1', status: 'sent' }] });
    await (await openOutboxStore()).add([queued(scope)]);
    let changed = true;
    const error = { code: 'backend_changed', message: 'Another backend.', details: '', hint: '' };
    const { visit, close } = openPage(async () => {
      if (changed) throw new ApiError({ ...error, status: 0, requestId: '' });
    });
    await visit.outbox.flush();
    expect(visit.outbox.snapshot().entries).toMatchObject([
      { state: 'waiting', error: { code: 'backend_changed' } },
    ]);
    expect(sent).toEqual([]);
    changed = false;
    await visit.outbox.flush();
    await visit.outbox.flush();
    expect(sent).toHaveLength(1);
    expect(visit.outbox.snapshot().entries).toEqual([]);
    close();
  });
});
