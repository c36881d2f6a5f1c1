import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { makeBaseTable } from '@/testing/api-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { rowCountQuery } from './row-count-query';
import { countTables } from './use-missing-counts';

const [orders, notes] = ['orders', 'notes'].map((name) => makeBaseTable(name, { estimatedRows: null }));
const tables = [orders, notes].flatMap((table) => table ?? []);
const counted = () => new Response('[]', { headers: { 'Content-Range': '*/7' } });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('counts the tables whose numbers of rows are not known', async () => {
  const sent = respondWith({ 'GET /api/rows/orders': counted, 'GET /api/rows/notes': counted });
  const client = new QueryClient();
  await countTables(client, tables, 1000, new AbortController().signal);
  const read = tables.map((table) => client.getQueryData(rowCountQuery(table, [], 'estimated').queryKey));
  expect(read).toEqual([7, 7]);
  expect(sent.every(({ query }) => query.get('limit') === '0')).toBe(true);
  await countTables(client, tables, 1000, new AbortController().signal);
  expect(sent).toHaveLength(2);
});

it('counts a small table exactly, because the estimate of the planner can be wrong', async () => {
  const respond = ({ headers }: { headers: Headers }) => {
    const total = headers.get('Prefer')?.includes('count=exact') ? 6_000 : 1_400;
    return new Response('[]', { headers: { 'Content-Range': `*/${total}` } });
  };
  respondWith({ 'GET /api/rows/orders': respond, 'GET /api/rows/notes': counted });
  const client = new QueryClient();
  await countTables(client, tables, 1000, new AbortController().signal);
  const read = tables.map((table) => client.getQueryData(rowCountQuery(table, []).queryKey));
  expect(read).toEqual([6_000, undefined]);
});

it('ends at a failed and at a slow count', async () => {
  const failed = respondWith({ 'GET /api/rows/orders': () => errorResponse(403, '42501', 'No.') });
  await countTables(new QueryClient(), tables, 1000, new AbortController().signal);
  expect(failed).toHaveLength(1);
  vi.unstubAllGlobals();
  const slow = respondWith({ 'GET /api/rows/orders': counted });
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(501);
  await countTables(new QueryClient(), tables, 1000, new AbortController().signal);
  expect(slow).toHaveLength(1);
});
