import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowserDatabase } from './browser-database';

const error = { code: 'P0001', message: 'No.', details: '', hint: '', status: 400, requestId: '' };
const entry = {
  ...{ scope: 'ada', at: 1, schema: 'public', table: 'orders', kind: 'update', rowKey: '["1"]' },
  ...{ heading: 'Order 1', seen: { id: '1', status: 'draft' }, changes: { status: 'sent' } },
  ...{ title: 'Edited', batch: 'batch', state: 'waiting', owner: 'page', sentAt: 1 },
  ...{ sentBefore: false, error: null, refusal: null, sure: false },
};
const { seen, refusal, sure, ...sameFields } = entry;
const migrated = { ...sameFields, state: 'queued', baseRow: seen, isForced: sure, rejection: refusal };

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

/** A database as version 1 (`outbox` only) or version 2 of the app left it. */
async function createOldDatabase(version: 1 | 2) {
  const database = await openDB('tableside', version, {
    upgrade(opened) {
      opened
        .createObjectStore('outbox', { keyPath: 'id', autoIncrement: true })
        .createIndex('scope', 'scope');
      if (version < 2) return;
      const history = opened.createObjectStore('history', { keyPath: 'key' });
      history.createIndex('scope', 'scope');
      history.createIndex('at', 'at');
    },
  });
  return database;
}

it.each([1, 2] as const)(
  'keeps every unsent edit of version %i, under its new field names',
  async (version) => {
    const old = await createOldDatabase(version);
    await old.add('outbox', entry);
    await old.add('outbox', { ...entry, state: 'stuck', refusal: { kind: 'refused', error } });
    await old.add('outbox', { ...entry, kind: 'delete', changes: {}, sure: true, refusal: { kind: 'gone' } });
    await old.add('outbox', {
      ...entry,
      state: 'sending',
      refusal: { kind: 'conflict', theirs: seen, columns: [] },
    });
    old.close();

    const database = await openBrowserDatabase();
    expect(await database.getAllFromIndex('outbox', 'scope', 'ada')).toEqual([
      { ...migrated, id: 1 },
      { ...migrated, id: 2, state: 'failed', rejection: { kind: 'rejected', error } },
      { ...migrated, id: 3, kind: 'delete', changes: {}, isForced: true, rejection: { kind: 'missing' } },
      { ...migrated, id: 4, state: 'sending', rejection: { kind: 'conflict', theirs: seen, columns: [] } },
    ]);
    database.close();
  },
);

it('keeps every change of version 2, under its new field names', async () => {
  const change = {
    ...{ key: 'c1', scope: 'ada', page: 'page', at: 1, schema: 'public', table: 'orders' },
    ...{ title: 'Edited', batch: null, replaying: null },
  };
  const row = { before: { id: '1' }, after: { id: '1' }, undone: false, newKey: false };
  const old = await createOldDatabase(2);
  await old.add('history', {
    ...change,
    rows: [
      { ...row, refusal: null },
      { ...row, refusal: { kind: 'gone' } },
    ],
  });
  old.close();

  const database = await openBrowserDatabase();
  expect(await database.getAll('history')).toEqual([
    {
      ...change,
      rows: [
        { ...row, rejection: null },
        { ...row, rejection: { kind: 'missing' } },
      ],
    },
  ]);
  database.close();
});

it('does not change entries of the present version', async () => {
  const first = await openBrowserDatabase();
  await first.add('outbox', migrated as never);
  first.close();
  const second = await openBrowserDatabase();
  expect(await second.getAll('outbox')).toEqual([{ ...migrated, id: 1 }]);
  second.close();
});
