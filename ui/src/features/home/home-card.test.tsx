import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { SentOutcome } from '@/data/writes/batches/row-write';
import { ChangeSession } from '@/data/writes/history/change-session';
import { MemoryOutboxStore } from '@/data/writes/outbox/outbox-store';
import { SessionContext } from '@/lib/auth/session';
import { ChangeSessionContext } from '@/table/change-session-context';
import { makeSchema, session } from '@/testing/api-fixtures';
import { renderApp } from '@/testing/render-app';
import { HomeCard } from './home-card';

const table = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'enum', { enum: ['open', 'delivered'], nullable: false }),
]);
const row = { id: '1', status: 'open' };

/** Renders the card of an open order. `send` returns the outcome of a write; undefined if it got no response. */
function renderCard(send: () => SentOutcome | undefined) {
  const changes = new ChangeSession({
    client: new QueryClient(),
    scope: 'test',
    findTable: () => table,
    openStore: async () => new MemoryOutboxStore(),
    write: async (_, writes) => writes.map(send),
  });
  const { user } = renderApp(
    <SessionContext value={{ ...session, schema: makeSchema([table]) }}>
      <ChangeSessionContext value={changes}>
        <HomeCard table={table} row={row} />
      </ChangeSessionContext>
    </SessionContext>,
  );
  return { user, changes };
}

test('a status that can’t be sent is queued, and the card shows it until it is saved', async () => {
  let isOnline = false;
  const { user, changes } = renderCard(() =>
    isOnline ? { kind: 'saved', row: { ...row, status: 'delivered' } } : undefined,
  );
  await user.click(screen.getByRole('button', { name: 'Mark as delivered' }));
  await screen.findByRole('img', { name: 'Not saved yet. Waiting to be sent.' });
  expect(screen.getByText('Delivered')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  expect(changes.outbox.snapshot().entries).toMatchObject([
    { kind: 'update', changes: { status: 'delivered' }, state: 'queued' },
  ]);
  isOnline = true;
  await changes.outbox.flush();
  await waitFor(() => expect(changes.outbox.snapshot().entries).toEqual([]));
  expect(screen.queryByRole('img', { name: 'Not saved yet. Waiting to be sent.' })).toBeNull();
});

test('a saved status is one step of undo', async () => {
  const { user, changes } = renderCard(() => ({ kind: 'saved', row: { ...row, status: 'delivered' } }));
  await user.click(screen.getByRole('button', { name: 'Mark as delivered' }));
  await waitFor(() => expect(changes.history.snapshot().nextUndo).toBeDefined());
  expect(changes.outbox.snapshot().entries).toEqual([]);
});
