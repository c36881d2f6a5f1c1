import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { LiveState } from '../live-state';
import { getLiveTableId } from '../live-status';
import type { Presence } from '../presence/presence';
import { TableRefresher } from './table-refresher';

const table = makeTable('orders', [makeColumn('id', 'integer'), makeColumn('city', 'text')]);
const id = getLiveTableId(table);
const rowKey = getCachedRowKey(table, { id: '1' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A page that shows the rows that `read` returns. */
async function startPage(read: () => Row[], isOwnEdit = () => false) {
  const client = new QueryClient();
  const live = new LiveState();
  const fetchRows = vi.fn(async () => ({ rows: read(), total: undefined }));
  const queryKey = ['rows', table.schema, table.name, 'pages'];
  new QueryObserver(client, { queryKey, queryFn: fetchRows }).subscribe(() => {});
  const refresher = new TableRefresher({
    ...{ client, live, isOwnEdit },
    findTable: () => table,
    hasOwnInserts: () => false,
  });
  await vi.advanceTimersByTimeAsync(1_000);
  fetchRows.mockClear();
  return { live, refresher, fetchRows };
}

it('reads at most a few times a second, whatever the number of changes, and reads the last change', async () => {
  let city = 0;
  const { live, refresher, fetchRows } = await startPage(() => [{ id: '1', city: `${city}` }]);
  for (let i = 0; i < 1_000; i++) {
    city += 1;
    refresher.refresh(table);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(fetchRows.mock.calls.length).toBeLessThanOrEqual(5);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetchRows.mock.calls.length).toBeLessThanOrEqual(6);
  await expect(fetchRows.mock.results.at(-1)?.value).resolves.toEqual({
    rows: [{ id: '1', city: '1000' }],
    total: undefined,
  });
  expect(live.cells.getRow(id, rowKey)?.get('city')).toBeDefined();
});

it('shows each of 10 changes a second, and fewer of them if many users are on the table', async () => {
  const user = (n: number): Presence => ({
    ...{ user: { id: `u${n}`, name: 'Ada', avatarUrl: '' }, tab: 't', record: null, recordKey: '' },
    ...{ isOpen: false, column: null, query: '', columns: [], filters: 0 },
  });
  for (const [users, min, max] of [
    [0, 20, 20],
    [100, 5, 12],
  ] as const) {
    const { live, refresher, fetchRows } = await startPage(() => []);
    live.presence.set({
      ...{ state: 'on', moves: {} },
      users: { [id]: Array.from({ length: users }, (_, n) => user(n)) },
    });
    for (let i = 0; i < 20; i++) {
      refresher.refresh(table);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(fetchRows.mock.calls.length).toBeGreaterThanOrEqual(min);
    expect(fetchRows.mock.calls.length).toBeLessThanOrEqual(max);
    refresher.close();
  }
});

it('marks no cell that this page wrote', async () => {
  let city = 'Ribe';
  const { live, refresher } = await startPage(
    () => [{ id: '1', city }],
    () => true,
  );
  city = 'Odense';
  refresher.refresh(table);
  await vi.advanceTimersByTimeAsync(500);
  expect(live.cells.getRow(id, rowKey)?.get('city')).toBeUndefined();
});

it('waits while the user drags', async () => {
  const { refresher, fetchRows } = await startPage(() => []);
  window.dispatchEvent(new Event('pointerdown'));
  refresher.refresh(table);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetchRows).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pointerup'));
  await vi.advanceTimersByTimeAsync(500);
  expect(fetchRows).toHaveBeenCalledTimes(1);
});

it('reads only what notifies the user while the page is hidden, and the rows when it is visible', async () => {
  const client = new QueryClient();
  const reads = { pages: vi.fn(() => ({ rows: [], total: undefined })), followed: vi.fn(() => 'digest') };
  for (const [kind, queryFn] of Object.entries(reads))
    new QueryObserver(client, {
      queryKey: ['rows', table.schema, table.name, kind],
      queryFn: async () => queryFn(),
    }).subscribe(() => {});
  const refresher = new TableRefresher({
    ...{ client, live: new LiveState(), isOwnEdit: () => false },
    findTable: () => table,
    hasOwnInserts: () => false,
  });
  await vi.advanceTimersByTimeAsync(1_000);
  const counts = () => Object.values(reads).map(({ mock }) => mock.calls.length);
  expect(counts()).toEqual([1, 1]);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  for (let i = 0; i < 100; i++) refresher.refresh(table);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counts()).toEqual([1, 2]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads.pages).toHaveBeenCalledTimes(2);
});
