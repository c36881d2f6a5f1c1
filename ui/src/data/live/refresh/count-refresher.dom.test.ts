import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rowCountQuery } from '@/data/paging/counts/row-count-query';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { CountRefresher, countDelay } from './count-refresher';

const orders = makeTable('orders', [makeColumn('id', 'integer')]);
const notes = makeTable('notes', [makeColumn('id', 'integer')]);
const secret = makeTable('secret', [makeColumn('id', 'integer')]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const counted = () => new Response('[]', { headers: { 'Content-Range': '*/7' } });
  const sent = respondWith({ 'GET /api/rows/orders': counted, 'GET /api/rows/notes': counted });
  const client = new QueryClient();
  const refresher = new CountRefresher({
    client,
    findCounted: ({ name }) => [orders, notes].find((table) => table.name === name),
  });
  return { client, refresher, sent };
}

it('counts each changed table once, whatever the number of changes', async () => {
  const { client, refresher, sent } = start();
  for (const table of [orders, notes]) client.setQueryData(rowCountQuery(table, [], 'estimated').queryKey, 1);
  for (let i = 0; i < 100; i++) {
    refresher.refresh(orders);
    refresher.refresh(notes);
    refresher.refresh(secret);
  }
  await vi.advanceTimersByTimeAsync(countDelay);
  expect(sent.map(({ path }) => path)).toEqual(['/api/rows/orders', '/api/rows/notes']);
  expect(client.getQueryData(rowCountQuery(orders, [], 'estimated').queryKey)).toBe(7);
  // A table that changes all the time is counted once in each interval.
  for (let i = 0; i < 40; i++) {
    refresher.refresh(orders);
    await vi.advanceTimersByTimeAsync(countDelay / 10);
  }
  expect(sent.length).toBeGreaterThanOrEqual(4);
  expect(sent.length).toBeLessThanOrEqual(6);
});

it('ignores the report of a new channel, and counts after the next change', async () => {
  const { refresher, sent } = start();
  refresher.refresh(orders);
  await vi.advanceTimersByTimeAsync(countDelay);
  expect(sent).toHaveLength(0);
  refresher.refresh(orders);
  await vi.advanceTimersByTimeAsync(countDelay);
  expect(sent).toHaveLength(1);
});

it('waits while the page is hidden', async () => {
  const { client, refresher, sent } = start();
  client.setQueryData(rowCountQuery(orders, [], 'estimated').queryKey, 1);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  refresher.refresh(orders);
  await vi.advanceTimersByTimeAsync(10 * countDelay);
  expect(sent).toHaveLength(0);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(countDelay);
  expect(sent).toHaveLength(1);
});

it.each([
  [6_000, 2],
  [30_000_000, 1],
])('counts the rows of a changed table exactly only if they are few: %d', async (rows, requests) => {
  const total = () => new Response('[]', { headers: { 'Content-Range': `*/${rows}` } });
  const sent = respondWith({ 'GET /api/rows/orders': total });
  const client = new QueryClient();
  const refresher = new CountRefresher({ client, findCounted: () => orders });
  client.setQueryData(rowCountQuery(orders, [], 'estimated').queryKey, rows);
  client.setQueryData(rowCountQuery(orders, []).queryKey, rows);
  refresher.refresh(orders);
  await vi.advanceTimersByTimeAsync(countDelay);
  expect(sent.map(({ headers }) => /count=\w+/.exec(headers.get('Prefer') ?? '')?.[0])).toEqual(
    ['count=estimated', 'count=exact'].slice(0, requests),
  );
});
