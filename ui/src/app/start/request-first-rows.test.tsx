import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TablePage } from '@/app/table';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ChangeSessionProvider } from '@/features/changes/change-session-provider';
import { setExpectedUser } from '@/lib/api';
import { SessionContext } from '@/lib/auth/session';
import { discardEarlyResponses, sendEarly } from '@/lib/requests/early-requests';
import { makeSchema, session, staffUser, workspace } from '@/testing/api-fixtures';
import { jsonResponse, respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { requestFirstRows } from './request-first-rows';

const orders = makeTable('orders', [
  makeColumn('id', 'integer', { nullable: false, identity: 'always' }),
  makeColumn('number', 'integer', { nullable: false }),
  makeColumn('status', 'text', { nullable: false }),
  makeColumn('due_on', 'date'),
]);

/** Opens a page as the browser does: boot.ts, then the request for rows. */
async function openEarly(address: string) {
  window.history.replaceState(null, '', address);
  const sent = respondWith({
    'GET /api/workspace': { ...workspace, user: staffUser },
    'GET /api/schema': makeSchema([orders]),
    'GET /api/rows/orders': () => jsonResponse([{ id: 5, number: 10608, status: 'draft', due_on: null }]),
  });
  sendEarly('/api/workspace', { Accept: 'application/json' });
  sendEarly('/api/schema', { Accept: 'application/json' });
  await requestFirstRows(window.location);
  return () => sent.filter(({ path }) => path.startsWith('/api/rows/'));
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  discardEarlyResponses();
  vi.unstubAllGlobals();
});

test.each([
  ['the page of a table', '/tables/public/orders'],
  ['the start page, which leads to the first table', '/'],
  [
    'filters, an order and columns',
    '/tables/public/orders?status=eq.draft&order=number.desc&select=number,status',
  ],
  ['a filter by relative days', '/tables/public/orders?due_on=gte.today'],
])('the grid uses the rows that were requested before it was loaded: %s', async (_, address) => {
  const rowRequests = await openEarly(address);
  expect(rowRequests()).toHaveLength(1);
  expect(rowRequests()[0]?.headers.get('X-Tableside-Expected-User')).toBe(staffUser.id);
  setExpectedUser(staffUser.id);
  renderApp(
    <SessionContext value={{ ...session, schema: makeSchema([orders]) }}>
      <ChangeSessionProvider>
        <TablePage schema="public" table="orders" />
      </ChangeSessionProvider>
    </SessionContext>,
  );
  await screen.findByText(/^1 row/);
  expect(rowRequests()).toHaveLength(1);
});

test.each([
  ['a search reads other tables first', '/tables/public/orders?search=cof'],
  ['a grouped grid reads its groups first', '/tables/public/orders?group=status'],
  ['an unknown table', '/tables/public/nothing'],
])('nothing is requested early: %s', async (_, address) => {
  const rowRequests = await openEarly(address);
  expect(rowRequests()).toHaveLength(0);
});
