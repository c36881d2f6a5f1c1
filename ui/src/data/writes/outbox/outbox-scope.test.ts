import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeLocks } from '@/data/testing/fake-locks';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ApiError } from '@/lib/api';
import { staffUser, workspace } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { ChangeSession } from '../history/change-session';
import { getOutboxScope, migrateEntry } from './outbox-scope';
import { type NewOutboxEntry, openOutboxStore } from './outbox-store';

const scope = getOutboxScope({ backend: 'fingerprint', user: staffUser, workspace });

const table = makeTable('orders', [makeColumn('id', 'integer'), makeColumn('status', 'text')]);

function makeEntry(inScope: string): NewOutboxEntry {
  return {
    ...{ scope: inScope, at: 1, schema: 'public', table: 'orders', kind: 'update', rowKey: '["1"]' },
    ...{ heading: 'Order 1', baseRow: { id: '1', status: 'draft' }, changes: { status: 'sent' } },
    ...{ title: 'Edited', batch: 'batch', state: 'queued', owner: 'closed page', sentAt: 1 },
    ...{ sentBefore: false, error: null, rejection: null, isForced: false },
  };
}

function openPage(checkBackend = async () => {}) {
  const session = new ChangeSession({
    ...{ client: new QueryClient(), scope, checkBackend, findTable: () => table },
    migrate: (entry) => migrateEntry(entry, workspace, staffUser, scope),
  });
  return { session, close: session.outbox.start() };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', { onLine: true, locks: createFakeLocks().locks });
});
afterEach(() => vi.unstubAllGlobals());

describe('an entry that an earlier version stored by the workspace’s name', () => {
  const legacy = (name: string, userId = staffUser.id) => JSON.stringify(['local', name, userId]);

  it('is moved to the backend’s scope and sent', async () => {
    const sent = respondWith({ 'PATCH /api/rows/orders': [{ id: '1', status: 'sent' }] });
    await (await openOutboxStore()).add([makeEntry(legacy('Harbour Roasters'))]);
    const { session, close } = openPage();
    await vi.waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PATCH']));
    await session.outbox.flush();
    const store = await openOutboxStore();
    expect([await store.all(scope), await store.all(legacy('Harbour Roasters'))]).toEqual([[], []]);
    close();
  });

  it('requires a decision of the user if the workspace had another name', async () => {
    const sent = respondWith({ 'PATCH /api/rows/orders': [{ id: '1', status: 'sent' }] });
    await (await openOutboxStore()).add([makeEntry(legacy('Old Name'))]);
    const { session, close } = openPage();
    await session.outbox.flush();
    const { entries } = session.outbox.snapshot();
    expect(entries).toMatchObject([
      { scope, state: 'failed', rejection: { error: { code: 'other_workspace' } } },
    ]);
    expect(sent).toEqual([]);
    await session.outbox.retry(entries);
    expect(sent.map(({ body }) => body)).toEqual(['{"status":"sent"}']);
    close();
  });

  it.each([
    ['another user', legacy('Harbour Roasters', 'u-2')],
    ['the other mode', JSON.stringify(['hosted', 'Harbour Roasters', staffUser.id])],
    [
      'the user while another one views the workspace as they are',
      getOutboxScope({
        backend: 'fingerprint',
        user: staffUser,
        workspace: { ...workspace, viewAs: { ...workspace.viewAs, status: 'active', byId: 'u-2' } },
      }),
    ],
    ['another backend', getOutboxScope({ backend: 'another fingerprint', user: staffUser, workspace })],
  ])('stays where it is for %s', async (_, other) => {
    const sent = respondWith({});
    await (await openOutboxStore()).add([makeEntry(other)]);
    const { session, close } = openPage();
    await session.outbox.flush();
    expect(session.outbox.snapshot().entries).toEqual([]);
    expect(await (await openOutboxStore()).all(other)).toHaveLength(1);
    expect(sent).toEqual([]);
    close();
  });
});

describe('a server that is connected to another backend now', () => {
  it('gets no queued edit until it is connected to the previous backend', async () => {
    const sent = respondWith({ 'PATCH /api/rows/orders': [{ id: '1', status: 'sent' }] });
    await (await openOutboxStore()).add([makeEntry(scope)]);
    let changed = true;
    const error = { code: 'backend_changed', message: 'Another backend.', details: '', hint: '' };
    const { session, close } = openPage(async () => {
      if (changed) throw new ApiError({ ...error, status: 0, requestId: '' });
    });
    await session.outbox.flush();
    expect(session.outbox.snapshot().entries).toMatchObject([
      { state: 'queued', error: { code: 'backend_changed' } },
    ]);
    expect(sent).toEqual([]);
    changed = false;
    await session.outbox.flush();
    await session.outbox.flush();
    expect(sent).toHaveLength(1);
    expect(session.outbox.snapshot().entries).toEqual([]);
    close();
  });
});

it('an entry of an earlier version belongs to the user and not to who views the workspace as them', () => {
  const viewed = { ...workspace, viewAs: { ...workspace.viewAs, status: 'active', byId: 'u-2' } } as const;
  const scopeOfViewer = getOutboxScope({ backend: 'fingerprint', user: staffUser, workspace: viewed });
  const entry = {
    ...makeEntry(JSON.stringify(['local', workspace.name, staffUser.id])),
    ...{ id: 1, revision: 1 },
  };
  expect(migrateEntry(entry as never, workspace, staffUser, scope)).toMatchObject({ scope });
  expect(migrateEntry(entry as never, viewed, staffUser, scopeOfViewer)).toBeUndefined();
});
