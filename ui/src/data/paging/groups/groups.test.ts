import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/fixtures';
import { answerWith, json, refusal, type Sent } from '@/testing/backend';
import { groupsQuery, mostGroups } from './groups';

const status = makeColumn('status', 'enum', { enum: ['draft', 'sent'] });
const city = makeColumn('city', 'text');
const table = makeTable('orders', [makeColumn('id', 'integer'), status, city]);
const noAggregates = () => refusal(400, 'PGRST123', 'Use of aggregate functions is not allowed');

function answer(rows: unknown, total: number): Response {
  const response = json(rows);
  response.headers.set('Content-Range', `*/${total}`);
  return response;
}

async function found(client: QueryClient, column = city, of = table) {
  const term = { column: column.name, descending: false, nullsFirst: false };
  const options = groupsQuery(client, { table: of, column, filters: [], term });
  const data = await client.fetchInfiniteQuery({ ...options, retry: false, pages: 99 });
  const groups = data.pages.flatMap((page) => page.groups.map(({ value, count }) => `${value}:${count}`));
  return { groups, cut: data.pages.at(-1)?.cut };
}

const rowsOf = (sent: readonly Sent[]) => sent.map(({ query }) => query.toString());

it('counts in one request where the backend has aggregates', async () => {
  const sent = answerWith({
    'GET /api/rows/orders': [
      { city: 'Århus', group_size: 3 },
      { city: null, group_size: 1 },
    ],
  });
  expect(await found(new QueryClient())).toEqual({ groups: ['Århus:3', 'null:1'], cut: false });
  // The first asks whether there are any.
  expect(sent).toHaveLength(2);
});

it('tells when there are more than are shown', async () => {
  const many = Array.from({ length: mostGroups + 1 }, (_, i) => ({ city: String(i), group_size: 1 }));
  answerWith({ 'GET /api/rows/orders': many });
  const { groups, cut } = await found(new QueryClient());
  expect([groups.length, cut]).toEqual([mostGroups, true]);
});

it('asks for each value of an enum without aggregates, and doesn’t try those again', async () => {
  const sent = answerWith({
    'GET /api/rows/orders': ({ query }: Sent) => {
      if (query.get('select')?.includes('count()')) return noAggregates();
      return answer([], query.get('status') === 'eq.sent' ? 5 : query.get('status') === 'is.null' ? 2 : 0);
    },
  });
  const client = new QueryClient();
  expect(await found(client, status)).toEqual({ groups: ['sent:5', 'null:2'], cut: false });
  expect(sent).toHaveLength(4);
  client.removeQueries({ queryKey: ['rows'] });
  await found(client, status);
  expect(rowsOf(sent).filter((query) => query.includes('count'))).toHaveLength(1);
});

/** Cities from a to b, two rows each, and one row without. */
function cities(names: readonly string[]) {
  return ({ query, headers }: Sent) => {
    if (query.get('select')?.includes('count()')) return noAggregates();
    const past = query.get('city') ?? '';
    if (past === 'is.null') return answer([{ city: null }], 1);
    const left = past.startsWith('gt.') ? names.filter((name) => name > past.slice(3)) : names;
    const rows = left.slice(0, 1).map((name) => ({ city: name }));
    return headers.get('Prefer')?.includes('count') ? answer(rows, left.length * 2) : json(rows);
  };
}

it('goes from value to value elsewhere: what is left tells how many each has', async () => {
  answerWith({
    'GET /api/rows/orders': cities(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']),
  });
  const { groups, cut } = await found(new QueryClient());
  expect(groups.join(' ')).toBe('a:2 b:2 c:2 d:2 e:2 f:2 g:2 h:2 i:2 j:2 k:2 l:2 null:1');
  expect(cut).toBe(false);
});

it('stops after a hundred', async () => {
  const names = Array.from({ length: 300 }, (_, i) => String(i).padStart(3, '0'));
  answerWith({ 'GET /api/rows/orders': cities(names) });
  const { groups, cut } = await found(new QueryClient());
  expect([groups.length, groups.at(-1), cut]).toEqual([100, '099:2', true]);
});

it('doesn’t count the groups of a very large table', async () => {
  const sent = answerWith({ 'GET /api/rows/orders': cities(['a', 'b']) });
  const large = { ...table, estimatedRows: 1_000_000 };
  expect((await found(new QueryClient(), city, large)).groups).toEqual([
    'a:undefined',
    'b:undefined',
    'null:undefined',
  ]);
  expect(sent.some(({ headers }) => headers.get('Prefer')?.includes('count'))).toBe(false);
});
