import { QueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getPersonalStore, getPersonalTableId } from '@/data/home/personal-store';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ChangeSession } from '@/data/writes/history/change-session';
import { MemoryOutboxStore } from '@/data/writes/outbox/outbox-store';
import { SessionContext } from '@/lib/auth/session';
import { getStorageId } from '@/lib/auth/storage-id';
import { formatDateTime } from '@/lib/text/format';
import { ChangeSessionContext } from '@/table/change-session-context';
import { makeSchema, session } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { HomePage } from './home-page';

const columns = [
  makeColumn('id', 'integer'),
  makeColumn('name', 'text'),
  makeColumn('done', 'boolean'),
  makeColumn('due_on', 'date'),
];
const [shown, hidden] = [makeTable('tasks', columns), makeTable('visits', columns)];

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

/** Renders the page in a schema with these tables. */
function renderPage(tables = [shown, hidden]) {
  const changes = new ChangeSession({
    client: new QueryClient(),
    scope: 'test',
    findTable: () => undefined,
    openStore: async () => new MemoryOutboxStore(),
  });
  renderApp(
    <SessionContext value={{ ...session, schema: makeSchema(tables) }}>
      <ChangeSessionContext value={changes}>
        <HomePage tiles={null} />
      </ChangeSessionContext>
    </SessionContext>,
  );
}

test('a part ends with a link to the rows that it does not show', async () => {
  const rows = Array.from({ length: 7 }, (_, i) => ({
    ...{ id: i, name: `Task ${i}`, done: false, due_on: '2020-02-29' },
  }));
  respondWith({
    'GET /api/rows/tasks': rows,
    'GET /api/rows/visits': rows.slice(0, 6).map((row) => ({ ...row, name: `Visit ${row.id}` })),
    'GET /api/rows': [],
    'GET /api/counts': [],
  });
  renderPage();
  const due = await screen.findByRole('region', { name: 'Late and due' });
  expect(due.textContent).toContain('Task 5');
  expect(due.textContent).not.toContain('Task 6');
  const links = within(due).getAllByRole('link', { name: /^Show all in/ });
  expect(links.map((link) => link.textContent)).toEqual(['Show all in tasks']);
  expect(links[0]?.getAttribute('href')).toMatch(
    /^\/tables\/public\/tasks\?due_on=lte\.[\d-]+&done=not\.is\.true&order=due_on\.asc$/,
  );
});

test('"Late and due" is its link if its first rows are assigned to the user', async () => {
  const people = makeTable('profiles', [makeColumn('id', 'uuid'), makeColumn('name', 'text')], {
    foreignKeys: [makeAccountKey('id')],
  });
  const assigned = makeTable('tasks', [...columns, makeColumn('assigned_to', 'uuid')], {
    foreignKeys: [makeAccountKey('assigned_to')],
  });
  const rows = Array.from({ length: 7 }, (_, i) => ({
    ...{ id: i, name: `Task ${i}`, done: false, due_on: '2020-02-29', assigned_to: session.user?.id },
  }));
  respondWith({ 'GET /api/rows/tasks': rows, 'GET /api/rows': [], 'GET /api/counts': [] });
  renderPage([assigned, people]);
  const due = await screen.findByRole('region', { name: 'Late and due' });
  expect(screen.getByRole('region', { name: 'Assigned to you' }).textContent).toContain('Task 0');
  expect(within(due).queryByText(/^Task/)).toBeNull();
  const link = within(due).getByRole('link', { name: 'Show all in tasks' });
  expect(link.getAttribute('href')).toMatch(/^\/tables\/public\/tasks\?due_on=lte\./);
});

test('rows of a table that the user hides in the sidebar are neither read nor shown, unless it is a favorite', async () => {
  const row = { id: 1, done: false, due_on: '2020-02-29' };
  const sent = respondWith({
    'GET /api/rows/tasks': [{ ...row, name: 'Call Ann' }],
    'GET /api/rows/visits': [{ ...row, name: 'Visit Bob' }],
    'GET /api/rows': [],
    'GET /api/counts': [],
  });
  const store = getPersonalStore(getStorageId(session.user, session.workspace));
  store.toggleHidden(getPersonalTableId(hidden));
  renderPage();
  const due = await screen.findByRole('region', { name: 'Late and due' });
  expect(due.textContent).toContain('Call Ann');
  expect(screen.queryByText('Visit Bob')).toBeNull();
  const isDueRead = ({ path, query }: (typeof sent)[number]) =>
    path === '/api/rows/visits' && query.has('due_on');
  expect(sent.some(isDueRead)).toBe(false);
  store.toggleFavorite(getPersonalTableId(hidden));
  expect(await screen.findByText('Visit Bob')).toBeDefined();
});

test('recent changes show when they were made, with the exact time as a tooltip', async () => {
  const times = [makeColumn('id', 'integer'), makeColumn('name', 'text')];
  const zoned = makeTable('orders', [...times, makeColumn('updated_at', 'timestamptz')]);
  const local = makeTable('notes', [...times, makeColumn('created_at', 'timestamp')]);
  const fiveMinutesAgo = new Date(Math.floor(Date.now() / 1000) * 1000 - 5 * 60_000);
  respondWith({
    'GET /api/rows/orders': [{ id: 1, name: 'Order 1', updated_at: fiveMinutesAgo.toISOString() }],
    'GET /api/rows/notes': [{ id: 1, name: 'Note 1', created_at: '2020-02-29T14:05:00' }],
    'GET /api/counts': [],
  });
  renderPage([zoned, local]);
  const changes = await screen.findByRole('region', { name: 'Recent changes' });
  const time = within(changes).getByText('5 minutes ago');
  expect(time.getAttribute('datetime')).toBe(fiveMinutesAgo.toISOString());
  expect(time.title).toBe(formatDateTime(fiveMinutesAgo));
  expect(within(changes).getByText(/2020/).tagName).toBe('SPAN');
});

test('large estimates of row counts are marked', async () => {
  respondWith({ 'GET /api/rows': [], 'GET /api/counts': [] });
  const large = makeTable('orders', columns, { estimatedRows: 24_300 });
  const small = makeTable('tasks', columns, { estimatedRows: 612 });
  renderPage([large, small]);
  const tables = await screen.findByRole('region', { name: 'Tables' });
  expect(within(tables).getByRole('link', { name: 'orders ≈24.3k' })).toBeDefined();
  expect(within(tables).getByRole('link', { name: 'tasks 612' })).toBeDefined();
});
