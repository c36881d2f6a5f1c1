import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Row, Value } from '@/data/rows/row';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { ChangeSession } from '../writes/history/change-session';
import type { OutboxStore } from '../writes/outbox/outbox-store';
import { createFakeLocks } from './fake-locks';
import { makeColumn, makeTable } from './table-fixtures';

export const orders = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'text'),
  makeColumn('note', 'text'),
]);

/**
 * A fake backend with a table of orders in memory. A test sets `state` to cause an
 * outage, and reads the requests from `sent`.
 */
export function createDatabase(...initialRows: Row[]) {
  const rows = new Map(
    initialRows.map((row): [string, Record<string, Value>] => [String(row.id), { ...row }]),
  );
  const state = { isUnreachable: false, losesResponses: false, isSignedOut: false, isFailing: false };
  const matches = (sent: SentRequest) =>
    [...rows.values()].filter((row) =>
      [...sent.query].every(([column, filter]) => {
        if (!(column in { id: 1, status: 1, note: 1 })) return true;
        return filter === 'is.null' ? row[column] === null : filter === `eq.${row[column]}`;
      }),
    );
  const reach = (respond: () => unknown) => {
    if (state.isSignedOut) return errorResponse(401, 'not_signed_in', 'Sign in first.');
    if (state.isFailing)
      return errorResponse(503, 'backend_unreachable', 'The backend can’t be reached right now.');
    if (state.isUnreachable) throw new TypeError('Failed to fetch');
    const response = respond();
    if (state.losesResponses) throw new TypeError('Failed to fetch');
    return response;
  };
  const sent = respondWith({
    'PATCH /api/rows/orders': (request: SentRequest) =>
      reach(() => {
        const changes = JSON.parse(request.body);
        const found = matches(request);
        if (found.length === 0) return errorResponse(404, 'row_not_found', 'No such row.');
        for (const row of found) {
          rows.delete(String(row.id));
          Object.assign(row, changes);
          rows.set(String(row.id), row);
        }
        return jsonResponse(found);
      }),
    'POST /api/rows/orders': (request: SentRequest) =>
      reach(() => {
        const added = (JSON.parse(request.body) as Row[]).map((row) => {
          const id = String(rows.size + 100);
          rows.set(id, { id, status: null, note: null, ...row });
          return rows.get(id);
        });
        return jsonResponse(added, 201);
      }),
    'DELETE /api/rows/orders': (request: SentRequest) =>
      reach(() => {
        const found = matches(request);
        if (found.length === 0) return errorResponse(404, 'row_not_found', 'No such row.');
        for (const row of found) rows.delete(String(row.id));
        return jsonResponse(found);
      }),
    'GET /api/rows/orders': (request: SentRequest) => reach(() => jsonResponse(matches(request))),
    'GET /healthz': () => new Promise(() => {}),
  });
  const patches = () => sent.filter(({ method }) => method === 'PATCH');
  return { state, rows, row: (id: string) => rows.get(id), patches, sent };
}

/** Opens a page that sends queued edits. `close` stops it. */
export function openPage(scope = 'ada', openStore?: () => Promise<OutboxStore>) {
  const client = new QueryClient();
  const session = new ChangeSession({
    client,
    scope,
    findTable: (_, name) => (name === 'orders' ? orders : undefined),
    ...(openStore ? { openStore } : {}),
  });
  const close = session.outbox.start();
  return { session, edits: session.edits(orders), client, close };
}

export const draft: Row = { id: '1', status: 'draft', note: null };

/** Returns the state and the changes of the queued edits. */
export const listQueuedEntries = (session: ChangeSession) =>
  session.outbox.snapshot().entries.map(({ state, changes }) => ({ state, changes }));

/** Sends the queued edits. The first flush can already be running, without the last edits. */
export const sendAll = async (session: ChangeSession) => {
  await session.outbox.flush();
  await session.outbox.flush();
};

/** Gives each test a separate browser database and separate locks. Returns functions that control the pages with locks. */
export function setUpFakeBrowser() {
  let pages = createFakeLocks();
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    pages = createFakeLocks();
    vi.stubGlobal('navigator', { onLine: true, locks: pages.locks });
  });
  afterEach(() => vi.unstubAllGlobals());
  return {
    startPage: (name: string) => pages.openPage(name),
    endPage: (name: string) => pages.endPage(name),
  };
}
