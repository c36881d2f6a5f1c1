import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { createFollowStorage, projectFollowsQuery } from './project-follows';

const table = makeTable(
  'tableside_follows',
  ['id', 'table_schema', 'table_name', 'query', 'title', 'seen', 'owner', 'created_at'].map((name) =>
    makeColumn(name, 'text'),
  ),
);
const row = {
  id: 'f1',
  table_schema: 'public',
  table_name: 'orders',
  query: 'record=id.eq.7',
  title: 'Order 7',
};
const page = { schema: 'public', table: 'orders', query: 'record=id.eq.7', title: 'Order 7' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reads the user’s follows, shows at once what they have seen, and stores the first digest at once and later digests after a moment', async () => {
  const sent = respondWith({
    'GET /api/rows/tableside_follows': () => jsonResponse([{ ...row, seen: null }]),
    'PATCH /api/rows/tableside_follows': () => jsonResponse([{ id: 'f1' }]),
  });
  const client = new QueryClient();
  const query = projectFollowsQuery(table, 'me');
  expect(await client.query(query)).toEqual([{ ...page, id: 'f1', seen: undefined }]);
  expect(sent[0]?.query.get('owner')).toBe('eq.me');
  const { setSeen } = createFollowStorage(table, client, 'me');
  const patches = () =>
    sent
      .filter(({ method }: SentRequest) => method === 'PATCH')
      .map(({ query: filters, body }) => [filters.get('id'), JSON.parse(body)]);
  for (const digest of ['a', 'b', 'c']) setSeen('f1', digest);
  expect(client.getQueryData(query.queryKey)).toMatchObject([{ seen: 'c' }]);
  expect(patches(), 'the first digest is stored at once').toEqual([['eq.f1', { seen: 'a' }]]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(patches().slice(1)).toEqual([['eq.f1', { seen: 'c' }]]);

  setSeen('f1', 'd');
  window.dispatchEvent(new Event('pagehide'));
  expect(patches().slice(2), 'the page is closed before').toEqual([['eq.f1', { seen: 'd' }]]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(patches()).toHaveLength(3);
});

it('accepts a page that is followed in another browser, and reports other errors', async () => {
  const codes = ['23505', 'P0001'];
  respondWith({
    'POST /api/rows/tableside_follows': () => errorResponse(409, codes.shift() ?? '', 'x'),
  });
  const { add } = createFollowStorage(table, new QueryClient(), 'me');
  await add(page);
  await expect(add(page)).rejects.toMatchObject({ code: 'P0001' });
});
