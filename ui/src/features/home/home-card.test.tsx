import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { SentOutcome } from '@/data/writes/batches/row-write';
import { ChangeSession } from '@/data/writes/history/change-session';
import { MemoryOutboxStore } from '@/data/writes/outbox/outbox-store';
import type { ForeignKey } from '@/lib/api.gen';
import { SessionContext } from '@/lib/auth/session';
import { ChangeSessionContext } from '@/table/change-session-context';
import { makeSchema, session } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { HomeCard, type HomeCardProps } from './home-card';

const table = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'enum', { enum: ['open', 'delivered'], nullable: false }),
]);
const row = { id: '1', status: 'open' };

function makeForeignKey(column: string, refTable: string): ForeignKey {
  return { ...makeAccountKey(column), refSchema: 'public', refTable };
}

/** Renders a card, by default of an open order. `send` returns the outcome of a write; undefined if it got no response. */
function renderCard(send: () => SentOutcome | undefined, props: HomeCardProps = { table, row }) {
  const changes = new ChangeSession({
    client: new QueryClient(),
    scope: 'test',
    findTable: () => table,
    openStore: async () => new MemoryOutboxStore(),
    write: async (_, writes) => writes.map(send),
  });
  const { user } = renderApp(
    <SessionContext value={{ ...session, schema: makeSchema([table, products, recipes, batches]) }}>
      <ChangeSessionContext value={changes}>
        <HomeCard {...props} />
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

const products = makeTable('products', [makeColumn('id', 'integer'), makeColumn('name', 'text')]);
const recipes = makeTable(
  'recipes',
  [makeColumn('id', 'integer'), makeColumn('name', 'text'), makeColumn('product_id', 'integer')],
  { foreignKeys: [makeForeignKey('product_id', 'products')] },
);
const batches = makeTable(
  'batches',
  [makeColumn('id', 'uuid'), ...['product_id', 'recipe_id'].map((name) => makeColumn(name, 'integer'))],
  { foreignKeys: [makeForeignKey('product_id', 'products'), makeForeignKey('recipe_id', 'recipes')] },
);

test.each([
  ['recipes', recipes, { id: '1', name: 'Sourdough', product_id: '7' }, 'Sourdough', 'recipes'],
  ['recipes', recipes, { id: '1', name: 'Sourdough', product_id: '7' }, 'Rye bread', 'Rye bread'],
  ['batches', batches, { id: 'b', product_id: '7', recipe_id: '1' }, 'Sourdough', 'batches'],
] as const)('the card of %s shows a reference only if its title is not that of the card', async (...test) => {
  const [, shownTable, shownRow, product, text] = test;
  respondWith({
    'GET /api/rows/products': [{ id: '7', name: product }],
    'GET /api/rows/recipes': [{ id: '1', name: 'Sourdough' }],
  });
  renderCard(() => undefined, { table: shownTable, row: shownRow, changedAt: '' });
  await screen.findByText('Sourdough');
  await screen.findByText(text);
  expect(screen.getAllByText('Sourdough')).toHaveLength(1);
});

test('a saved status is one step of undo', async () => {
  const { user, changes } = renderCard(() => ({ kind: 'saved', row: { ...row, status: 'delivered' } }));
  await user.click(screen.getByRole('button', { name: 'Mark as delivered' }));
  await waitFor(() => expect(changes.history.snapshot().nextUndo).toBeDefined());
  expect(changes.outbox.snapshot().entries).toEqual([]);
});
