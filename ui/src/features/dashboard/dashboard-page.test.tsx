import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { formatTiles, type Tile } from '@/data/dashboards/tile';
import { dashboardScope } from '@/data/saved-views/dashboard-scope';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { SessionContext } from '@/lib/auth/session';
import { makeSchema, session } from '@/testing/api-fixtures';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { DashboardPage } from './dashboard-page';

const texts = ['id', 'table_schema', 'table_name', 'name', 'query', 'owner'];
const views = makeTable('tableside_views', [
  ...texts.map((name) => makeColumn(name, 'text')),
  makeColumn('position', 'numeric'),
  makeColumn('shared', 'boolean'),
]);
/** So long that the query can't be part of the guard of an update. */
const subject = 'of all years since the beginning, in all countries, '.repeat(4);
const tile = (id: string): Tile => ({
  ...{ id, kind: 'action', title: `${id} ${subject}`, width: 'small', action: `rpc.${id}` },
});

/** Responds as the table of views with one dashboard. Reads fail while `isDown` returns true. */
function respondWithDashboard(ids: string, isDown: () => boolean) {
  const stored = { query: formatTiles([...ids].map(tile)) };
  const toRow = () => ({
    ...{ id: 'd', owner: session.user.id, name: 'Today', position: 0, shared: false, ...stored },
    ...{ table_schema: dashboardScope.schema, table_name: dashboardScope.name },
  });
  respondWith({
    'GET /api/rows/tableside_views': ({ query }: SentRequest) => {
      const isList = query.get('select') !== 'query';
      if (isList && isDown()) return errorResponse(500, 'internal', 'broken');
      return jsonResponse(query.get('owner')?.startsWith('not.') ? [] : [toRow()]);
    },
    'PATCH /api/rows/tableside_views': ({ body }: SentRequest) => {
      Object.assign(stored, JSON.parse(body));
      return jsonResponse([toRow()]);
    },
  });
  const store = (next: string) => Object.assign(stored, { query: formatTiles([...next].map(tile)) });
  const read = () => (JSON.parse(stored.query) as Tile[]).map(({ id }) => id).join('');
  return { store, read };
}

const showDashboard = () =>
  renderApp(
    <SessionContext value={{ ...session, schema: makeSchema([views]) }}>
      <DashboardPage id="d" />
    </SessionContext>,
  );
const readShown = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent?.[0])
    .join('');

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('shows that a change is not saved if the change of another window can’t be read, and retries', async () => {
  let isDown = false;
  const backend = respondWithDashboard('abcd', () => isDown);
  const { user, unmount } = showDashboard();
  const move = async (id: string) => {
    (await screen.findByRole('button', { name: new RegExp(`^Move ${id} `) })).focus();
    await user.keyboard('{ArrowRight}');
  };
  await screen.findByRole('button', { name: /^Move a / });
  backend.store('abdc');
  isDown = true;
  await move('a');
  await screen.findByText('Not saved');
  expect(readShown()).toBe('bacd');
  expect(backend.read()).toBe('abdc');

  // The page can be closed: the change is stored.
  unmount();
  isDown = false;
  const again = showDashboard();
  await waitFor(() => expect(backend.read()).toBe('badc'));
  again.unmount();
});

it('saves a change that was not saved when the user retries', async () => {
  let isDown = false;
  const backend = respondWithDashboard('abcd', () => isDown);
  const { user } = showDashboard();
  (await screen.findByRole('button', { name: /^Move a / })).focus();
  backend.store('abdc');
  isDown = true;
  await user.keyboard('{ArrowRight}');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  await user.click(retry);
  expect(backend.read()).toBe('abdc');
  isDown = false;
  await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBeNull());
  await user.click(retry);
  await waitFor(() => expect(backend.read()).toBe('badc'));
  await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull());
  expect(readShown()).toBe('badc');
});
