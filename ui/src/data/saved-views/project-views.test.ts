import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { createProjectViewStorage, savedViewsQuery } from './project-views';

const table = makeTable('tableside_views', [
  ...['id', 'table_schema', 'table_name', 'name', 'query', 'owner'].map((name) => makeColumn(name, 'text')),
  makeColumn('position', 'numeric'),
  makeColumn('shared', 'boolean'),
  makeColumn('roles', 'text', { array: true }),
]);
const row = (id: string, owner: string, shared: boolean) => ({
  id,
  owner,
  shared,
  table_schema: 'public',
  table_name: 'orders',
  name: id,
  query: '',
  position: 0,
  roles: shared ? ['staff'] : null,
});

afterEach(() => vi.unstubAllGlobals());

it('lists the user’s own views with a request of their own', async () => {
  const sent = respondWith({
    'GET /api/rows/tableside_views': ({ query }: SentRequest) =>
      jsonResponse([
        query.get('owner') === 'eq.me' ? row('own', 'me', true) : row('theirs', 'another', true),
      ]),
  });
  const views = await new QueryClient().fetchQuery(savedViewsQuery(table, 'me'));
  expect(sent.map(({ query }: SentRequest) => [query.get('owner'), query.get('shared')])).toEqual([
    ['eq.me', null],
    ['not.eq.me', 'is.true'],
  ]);
  expect(views.map(({ id, isOwn }) => [id, isOwn])).toEqual([
    ['own', true],
    ['theirs', false],
  ]);
});

it('restores a deleted view with the roles that it was shared with', async () => {
  const sent = respondWith({
    'GET /api/rows/tableside_views': ({ query }: SentRequest) =>
      jsonResponse(query.get('owner') === 'eq.me' ? [row('own', 'me', true)] : []),
    'POST /api/rows/tableside_views': ({ body }: SentRequest) => jsonResponse(JSON.parse(body), 201),
  });
  const client = new QueryClient();
  const [view] = await client.fetchQuery(savedViewsQuery(table, 'me'));
  if (!view) throw new Error('no view');
  await createProjectViewStorage(table, client, []).restore(view);
  expect(JSON.parse(sent.find(({ method }) => method === 'POST')?.body ?? '')).toMatchObject([
    { id: 'own', shared: true, roles: ['staff'] },
  ]);
});
