import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeLocks } from '@/data/testing/fake-locks';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { RowWrite, WriteOutcome } from '../batches/row-write';
import { formatPageLockName } from '../outbox/page-lock';
import type { UndoStep } from './change';
import { History } from './history';
import { HistoryPersistence } from './history-persistence';
import { HistoryStore } from './history-store';

const table = makeTable('orders', [makeColumn('id', 'integer'), makeColumn('status', 'text')]);

let pages: ReturnType<typeof createFakeLocks>;
let now = 0;

beforeEach(() => {
  now = 1_000_000_000_000;
  vi.stubGlobal('indexedDB', new IDBFactory());
  pages = createFakeLocks();
  vi.stubGlobal('navigator', { onLine: true, locks: pages.locks });
});
afterEach(() => vi.unstubAllGlobals());

const saveWrite = async (write: RowWrite): Promise<WriteOutcome> => ({
  kind: 'saved',
  row: write.kind === 'update' ? { ...write.baseRow, ...write.changes } : { id: '9', status: 'x' },
});

/** A page, open until `endPage`. `send` writes to the database. */
function openPage(page: string, { scope = 'ada', send = saveWrite } = {}) {
  pages.openPage(page);
  void pages.locks.request(formatPageLockName(page), {}, () => new Promise(() => {}));
  const sent: RowWrite[] = [];
  const history = new History(
    (_, writes) =>
      Promise.all(
        writes.map((write) => {
          sent.push(write);
          return send(write);
        }),
      ),
    () => now,
  );
  const findTable = (_: string, name: string) => (name === 'orders' ? table : undefined);
  const storage = new HistoryPersistence({ history, scope, page, findTable, now: () => now });
  const stop = storage.start();
  const titles = () => history.snapshot().changes.map(({ title }) => title);
  return { history, storage, stop, titles, sent };
}

const edit = (id: string, to = 'b') => ({ before: { id, status: 'a' }, after: { id, status: to } });

/** Returns the stored titles when no save is running. */
async function readStoredTitles(scope = 'ada') {
  const read = async () => JSON.stringify((await new HistoryStore().all(scope)).map(({ title }) => title));
  let last = '';
  await vi.waitFor(async () => {
    const before = last;
    last = await read();
    expect(last).toBe(before);
  });
  return JSON.parse(last) as string[];
}

async function expectStoredTitles(titles: string[], scope?: string) {
  await vi.waitFor(async () => expect(await readStoredTitles(scope)).toEqual(titles), { timeout: 5_000 });
}

describe('the history of a closed page', () => {
  it('has the title that a change got last', async () => {
    const first = openPage('first');
    const step: UndoStep = {};
    first.history.add(table, 'Changed 1 of 2 orders', [edit('1')], { step });
    await expectStoredTitles(['Changed 1 of 2 orders']);
    first.history.add(table, 'Changed 2 of 2 orders', [edit('2')], { step });
    await expectStoredTitles(['Changed 2 of 2 orders']);
    first.history.setTitle(step.changeId, 'Changed 2 orders');
    await expectStoredTitles(['Changed 2 orders']);
    first.stop();
  });

  it('is taken over by the next page, in order, and an undo is guarded by the row that the change left', async () => {
    const first = openPage('first');
    first.history.add(table, 'Edited', [edit('1')], { step: { batch: 'batch' } });
    now += 1;
    first.history.add(table, 'Deleted', [{ before: { id: '2', status: 'a' }, after: null }]);
    await expectStoredTitles(['Edited', 'Deleted']);
    first.stop();
    pages.endPage('first');

    const next = openPage('next');
    await vi.waitFor(() => expect(next.titles()).toEqual(['Edited', 'Deleted']));
    expect(next.history.snapshot().changes[0]).toMatchObject({ batch: 'batch', table, rows: [edit('1')] });
    await next.history.undo();
    await next.history.undo();
    expect(next.sent).toEqual([
      { kind: 'insert', row: { id: '2', status: 'a' } },
      { kind: 'update', baseRow: { id: '1', status: 'b' }, changes: { status: 'a' } },
    ]);
    await expectStoredTitles(['Edited', 'Deleted']);
    next.stop();
    pages.endPage('next');
    const third = openPage('third');
    await vi.waitFor(() => expect(third.titles()).toHaveLength(2));
    expect(third.history.snapshot().changes.flatMap(({ rows }) => rows.map(({ undone }) => undone))).toEqual([
      true,
      true,
    ]);
    expect(third.history.snapshot().nextUndo).toBeUndefined();
    third.stop();
  });

  it('is not taken over while the page is open, nor for another user or backend', async () => {
    const first = openPage('first');
    first.history.add(table, 'Edited', [edit('1')]);
    await expectStoredTitles(['Edited']);
    const duplicate = openPage('duplicate');
    const other = openPage('other', { scope: 'grace' });
    pages.openPage('next');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect([duplicate.titles(), other.titles()]).toEqual([[], []]);
    for (const page of [first, duplicate, other]) page.stop();
  });

  it('requires a decision of the user if an undo was interrupted, because it may be done already', async () => {
    const first = openPage('first', { send: () => new Promise(() => {}) });
    first.history.add(table, 'Deleted', [{ before: { id: '2', status: 'a' }, after: null }]);
    await expectStoredTitles(['Deleted']);
    void first.history.undo();
    await vi.waitFor(async () =>
      expect(await new HistoryStore().all('ada')).toMatchObject([{ replaying: 'undo' }]),
    );
    first.stop();
    pages.endPage('first');
    const next = openPage('next');
    await vi.waitFor(() => expect(next.titles()).toEqual(['Deleted']));
    const { changes, nextUndo } = next.history.snapshot();
    expect(nextUndo).toBeUndefined();
    expect(changes[0]?.rows[0]).toMatchObject({ rejection: { error: { code: 'replay_interrupted' } } });
    await next.history.undo(changes[0]);
    expect(next.sent).toHaveLength(1);
    next.stop();
  });
});

describe('the stored history', () => {
  it('contains the newest changes that fit, and none older than a week', async () => {
    const first = openPage('first');
    const large = 'x'.repeat(2_000_000);
    for (const title of ['First', 'Second', 'Third']) {
      now += 1;
      first.history.add(table, title, [edit(title, large)]);
    }
    await expectStoredTitles(['Second', 'Third']);
    first.history.add(table, 'Too large', [edit('4', large.repeat(3))]);
    now += 1;
    first.history.add(table, 'Small', [edit('5')]);
    await expectStoredTitles(['Second', 'Third', 'Small']);
    expect(first.titles()).toHaveLength(5);
    first.stop();
    pages.endPage('first');
    now += 8 * 24 * 60 * 60 * 1000;
    const next = openPage('next', { scope: 'grace' });
    await expectStoredTitles([]);
    next.stop();
  });

  it('is deleted when the user signs out, in every page, and nothing is stored after that', async () => {
    const first = openPage('first');
    const other = openPage('other');
    first.history.add(table, 'Edited', [edit('1')]);
    other.history.add(table, 'Pasted', [edit('2')]);
    await vi.waitFor(async () => expect((await readStoredTitles()).toSorted()).toEqual(['Edited', 'Pasted']));
    await first.storage.deleteStored();
    await vi.waitFor(() => expect(other.titles()).toEqual([]));
    first.history.add(table, 'Late', [edit('3')]);
    await expectStoredTitles([]);
    first.stop();
    other.stop();
  });
});
