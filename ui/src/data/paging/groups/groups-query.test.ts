import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { groupsQuery, maxGroups } from './groups-query';

const status = makeColumn('status', 'enum', { enum: ['draft', 'sent'] });
const city = makeColumn('city', 'text');
const table = makeTable('orders', [makeColumn('id', 'integer'), status, city]);
const noAggregates = () => errorResponse(400, 'PGRST123', 'Use of aggregate functions is not allowed');

function makeResponse(rows: unknown, total: number): Response {
  const response = jsonResponse(rows);
  response.headers.set('Content-Range', `*/${total}`);
  return response;
}

async function fetchGroups(client: QueryClient, column = city, of = table) {
  const term = { column: column.name, descending: false, nullsFirst: false };
  const options = groupsQuery(client, { table: of, column, filters: [], term });
  const data = await client.fetchInfiniteQuery({ ...options, retry: false, pages: 99 });
  const groups = data.pages.flatMap((page) => page.groups.map(({ value, count }) => `${value}:${count}`));
  return { groups, cut: data.pages.at(-1)?.isTruncated };
}

const listQueries = (sent: readonly SentRequest[]) => sent.map(({ query }) => query.toString());

it('sends one request if the backend has aggregates', async () => {
  const sent = respondWith({
    'GET /api/rows/orders': [
      { city: 'Århus', group_size: 3 },
      { city: null, group_size: 1 },
    ],
  });
  expect(await fetchGroups(new QueryClient())).toEqual({ groups: ['Århus:3', 'null:1'], cut: false });
  // The first asks whether there are any.
  expect(sent).toHaveLength(2);
});

it('reports that there are more groups than returned', async () => {
  const many = Array.from({ length: maxGroups + 1 }, (_, i) => ({ city: String(i), group_size: 1 }));
  respondWith({ 'GET /api/rows/orders': many });
  const { groups, cut } = await fetchGroups(new QueryClient());
  expect([groups.length, cut]).toEqual([maxGroups, true]);
});

it('without aggregates, counts each value of an enum, and doesn’t request aggregates again', async () => {
  const sent = respondWith({
    'GET /api/rows/orders': ({ query }: SentRequest) => {
      if (query.get('select')?.includes('count()')) return noAggregates();
      return makeResponse(
        [],
        query.get('status') === 'eq.sent' ? 5 : query.get('status') === 'is.null' ? 2 : 0,
      );
    },
  });
  const client = new QueryClient();
  expect(await fetchGroups(client, status)).toEqual({ groups: ['sent:5', 'null:2'], cut: false });
  expect(sent).toHaveLength(4);
  client.removeQueries({ queryKey: ['rows'] });
  await fetchGroups(client, status);
  expect(listQueries(sent).filter((query) => query.includes('count'))).toHaveLength(1);
});

/** Cities from a to b, two rows each, and one row without. */
function respondWithCities(names: readonly string[]) {
  return ({ query, headers }: SentRequest) => {
    if (query.get('select')?.includes('count()')) return noAggregates();
    const past = query.get('city') ?? '';
    if (past === 'is.null') return makeResponse([{ city: null }], 1);
    const left = past.startsWith('gt.') ? names.filter((name) => name > past.slice(3)) : names;
    const rows = left.slice(0, 1).map((name) => ({ city: name }));
    return headers.get('Prefer')?.includes('count')
      ? makeResponse(rows, left.length * 2)
      : jsonResponse(rows);
  };
}

it('for other types, scans from value to value; the remaining counts determine the size of each group', async () => {
  respondWith({
    'GET /api/rows/orders': respondWithCities(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']),
  });
  const { groups, cut } = await fetchGroups(new QueryClient());
  expect(groups.join(' ')).toBe('a:2 b:2 c:2 d:2 e:2 f:2 g:2 h:2 i:2 j:2 k:2 l:2 null:1');
  expect(cut).toBe(false);
});

it('scans a text whose values a check constraint lists, because the database orders it as a text', async () => {
  const listed = makeColumn('city', 'enum', { enum: ['c', 'a'], base: 'text' });
  respondWith({ 'GET /api/rows/orders': respondWithCities(['a', 'b', 'c']) });
  expect((await fetchGroups(new QueryClient(), listed)).groups.join(' ')).toBe('a:2 b:2 c:2 null:1');
});

it('stops after a hundred groups', async () => {
  const names = Array.from({ length: 300 }, (_, i) => String(i).padStart(3, '0'));
  respondWith({ 'GET /api/rows/orders': respondWithCities(names) });
  const { groups, cut } = await fetchGroups(new QueryClient());
  expect([groups.length, groups.at(-1), cut]).toEqual([100, '099:2', true]);
});

it('doesn’t count the groups of a very large table', async () => {
  const sent = respondWith({ 'GET /api/rows/orders': respondWithCities(['a', 'b']) });
  const large = { ...table, estimatedRows: 1_000_000 };
  expect((await fetchGroups(new QueryClient(), city, large)).groups).toEqual([
    'a:undefined',
    'b:undefined',
    'null:undefined',
  ]);
  expect(sent.some(({ headers }) => headers.get('Prefer')?.includes('count'))).toBe(false);
});
