import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ChangeSessionProvider } from '@/features/changes/change-session-provider';
import type { Column, Table } from '@/lib/api.gen';
import { SessionContext } from '@/lib/auth/session';
import { makeSchema, session } from '@/testing/api-fixtures';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { LazyInsertOnlyForm, LazyRecordPanel } from './record/lazy-record';
import { TablePage } from './table-page';

const columns = [
  makeColumn('id', 'integer', { nullable: false, identity: 'always' }),
  makeColumn('number', 'integer', { nullable: false }),
  makeColumn('status', 'text', { nullable: false, comment: 'Goes one step at a time.' }),
  makeColumn('total', 'numeric', { precision: 10, scale: 2 }),
];
const orders = makeTable('orders', columns);
const order = { id: 5, number: 10608, status: 'draft', total: 12.5 };

/** Opens the page of a table with one order. The test decides the responses to changes with `routes`. */
function openPage(table: Table, search: string, routes: Record<string, unknown>, others: Table[] = []) {
  window.history.replaceState(null, '', `/tables/public/${table.name}${search}`);
  const sent = respondWith({ 'GET /api/rows/orders': () => jsonResponse([order]), ...routes });
  const { user } = renderApp(
    <SessionContext value={{ ...session, schema: makeSchema([table, ...others]) }}>
      <ChangeSessionProvider>
        <TablePage schema="public" table={table.name} />
      </ChangeSessionProvider>
    </SessionContext>,
  );
  return { sent, user, changes: () => sent.filter(({ method }) => method !== 'GET') };
}

const findPanel = () => screen.findByRole('complementary', { name: 'Record' });
const echoRow = (sent: SentRequest) => jsonResponse([{ ...order, ...JSON.parse(sent.body) }]);

// The app loads them when it is idle.
beforeAll(() => Promise.all([LazyRecordPanel.preload(), LazyInsertOnlyForm.preload()]));

/** Returns a table with a column `team` that refers to a table of teams. */
function makeTeamTables(over: Partial<Column>) {
  const team = makeColumn('team', 'integer', over);
  const teams = makeTable('teams', [columns[0] ?? team, makeColumn('name', 'text')]);
  const key = { name: 'team_fkey', columns: ['team'], refSchema: 'public', refTable: 'teams' };
  const table = makeTable('orders', [...columns.slice(0, 2), team], {
    foreignKeys: [{ ...key, refColumns: ['id'], onDelete: 'no action' }],
  });
  return { table, teams };
}

describe('a record in its panel', () => {
  beforeEach(() => localStorage.clear());

  it('sends the changed values, guarded by the values that the user saw, and announces the save', async () => {
    const { user, changes } = openPage(orders, '?record=id.eq.5', { 'PATCH /api/rows/orders': echoRow });
    const status = await within(await findPanel()).findByLabelText('status');
    await user.clear(status);
    await user.type(status, 'confirmed');
    await user.click(within(await findPanel()).getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    const [patch] = changes();
    expect(patch?.body).toBe('{"status":"confirmed"}');
    expect([patch?.query.get('id'), patch?.query.get('status')]).toEqual(['eq.5', 'eq.draft']);
    expect(patch?.headers.get('Prefer')).toBe('return=representation,handling=strict,max-affected=1');
    expect(patch?.headers.get('Content-Profile')).toBe('public');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull());
  });

  it('shows a rejection with the database’s message, and keeps the entered values', async () => {
    const { user } = openPage(orders, '?record=id.eq.5', {
      'PATCH /api/rows/orders': errorResponse(400, 'P0001', 'An order can’t go from “draft” to “delivered”.'),
    });
    const status = await within(await findPanel()).findByLabelText('status');
    await user.clear(status);
    await user.type(status, 'delivered');
    await user.click(within(await findPanel()).getByRole('button', { name: /^Save/ }));
    expect(await within(await findPanel()).findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('An order can’t go from “draft” to “delivered”.'),
    );
    expect(status).toHaveProperty('value', 'delivered');
    await user.click(within(await findPanel()).getByRole('button', { name: 'Discard' }));
  });

  it('offers both values if another user changed the same field, and saves the user’s value over the other', async () => {
    let theirs = order.status;
    const { user, changes } = openPage(orders, '?record=id.eq.5', {
      'GET /api/rows/orders': () => jsonResponse([{ ...order, status: theirs }]),
      'PATCH /api/rows/orders': (sent: SentRequest) =>
        sent.query.get('status') === `eq.${theirs}`
          ? echoRow(sent)
          : errorResponse(404, 'row_not_found', 'No such row.'),
    });
    const status = await within(await findPanel()).findByLabelText('status');
    theirs = 'packed';
    await user.clear(status);
    await user.type(status, 'confirmed');
    await user.click(within(await findPanel()).getByRole('button', { name: /^Save/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this too' });
    expect(within(dialog).getByText('packed')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Save selection' }));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes()[1]?.query.get('status')).toBe('eq.packed');
    expect(changes()[1]?.body).toBe('{"status":"confirmed"}');
  });

  it('discards the input if the user chooses the other value, and shows that value', async () => {
    let theirs = order.status;
    const { user, changes } = openPage(orders, '?record=id.eq.5', {
      'GET /api/rows/orders': () => jsonResponse([{ ...order, status: theirs }]),
      'PATCH /api/rows/orders': () => errorResponse(404, 'row_not_found', 'No such row.'),
    });
    const status = await within(await findPanel()).findByLabelText('status');
    theirs = 'packed';
    await user.clear(status);
    await user.type(status, 'confirmed');
    await user.click(within(await findPanel()).getByRole('button', { name: /^Save/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this too' });
    await user.click(within(dialog).getByRole('radio', { name: /Theirs/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save selection' }));
    await waitFor(() => expect(screen.getByLabelText('status')).toHaveProperty('value', 'packed'));
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
    expect(changes()).toHaveLength(1);
  });

  it('shows a reference of several columns directly after the last of them', async () => {
    const sites = makeTable('sites', [makeColumn('code', 'text'), makeColumn('name', 'text')]);
    const names = ['number', 'status'];
    const key = {
      name: 'site_fkey',
      columns: names,
      refSchema: 'public',
      refTable: 'sites',
      refColumns: names,
    };
    const table = makeTable('orders', columns, { foreignKeys: [{ ...key, onDelete: 'no action' }] });
    openPage(table, '?record=id.eq.5', {}, [sites]);
    const panel = within(await findPanel());
    const choice = await panel.findByRole('combobox', { name: 'Choose from sites' });
    const following = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(panel.getByLabelText('status').compareDocumentPosition(choice) & following).toBe(following);
    expect(choice.compareDocumentPosition(panel.getByLabelText('total')) & following).toBe(following);
  });

  it('reports missing values of a new record, and sends nothing', async () => {
    const { user, changes } = openPage(orders, '?record=new', {});
    await user.click(within(await findPanel()).getByRole('button', { name: /^Create/ }));
    expect(within(await findPanel()).getAllByText('Required')).toHaveLength(2);
    expect(within(await findPanel()).queryByLabelText('id')).toBeNull();
    expect(changes()).toEqual([]);
  });

  it.each([
    [
      'the only row to which a new record can refer',
      [{ id: 7, name: 'Harbour' }],
      '[{"number":"1","team":"7"}]',
    ],
    [
      'nothing if there are several rows',
      [
        { id: 7, name: 'Harbour' },
        { id: 8, name: 'Hill' },
      ],
      undefined,
    ],
  ])('enters %s', async (_, rows, body) => {
    const { table, teams } = makeTeamTables({ nullable: false });
    const routes = { 'GET /api/rows/teams': () => jsonResponse(rows), 'POST /api/rows/orders': echoRow };
    const { user, sent, changes } = openPage(table, '?record=new', routes, [teams]);
    const panel = within(await findPanel());
    await user.type(await panel.findByLabelText(/^number/), '1');
    await waitFor(() => expect(sent.some(({ path }) => path === '/api/rows/teams')).toBe(true));
    const choice = await panel.findByRole('combobox', { name: /^team/ });
    await waitFor(() => expect(choice.textContent).toBe(body ? 'Harbour' : ''));
    await user.click(panel.getByRole('button', { name: /^Create/ }));
    if (body) await waitFor(() => expect(changes()[0]?.body).toBe(body));
    else expect(await panel.findByText('Required')).toBeDefined();
  });

  it.each([
    ['enters the tenant of all rows that the user can read', [], 'Harbour'],
    ['enters no tenant if the rows have several', [{ id: 6, team: 8 }], 'None'],
    ['enters no tenant if a row has none', [{ id: 6, team: null }], 'None'],
  ])('%s', async (_, others, entered) => {
    const differs = '(team.is.null,team.not.eq.7)';
    const { table, teams } = makeTeamTables({ tenant: true });
    const rows = [
      { id: 7, name: 'Harbour' },
      { id: 8, name: 'Hill' },
    ];
    const { sent } = openPage(
      table,
      '?record=new',
      {
        'GET /api/rows/teams': ({ query }: SentRequest) =>
          jsonResponse(query.get('id') === 'eq.7' ? rows.slice(0, 1) : rows),
        'GET /api/rows/orders': ({ query }: SentRequest) =>
          jsonResponse(query.get('or') === differs ? others : [{ id: 5, team: 7 }]),
      },
      [teams],
    );
    const field = await within(await findPanel()).findByRole('combobox', { name: /^team/ });
    await waitFor(() => expect(sent.some(({ query }) => query.get('or') === differs)).toBe(true));
    await waitFor(() => expect(field.textContent).toContain(entered));
  });

  it.each([
    ['enters the user in a column of the writer', true],
    ['enters no user whom the table of accounts does not contain', false],
  ])('%s', async (_, isKnown) => {
    const user = { id: session.user?.id, full_name: 'Ann' };
    const people = makeTable('profiles', [makeColumn('id', 'uuid'), makeColumn('full_name', 'text')], {
      foreignKeys: [makeAccountKey('id')],
    });
    const table = makeTable('orders', [...columns.slice(0, 1), makeColumn('created_by', 'uuid')], {
      foreignKeys: [makeAccountKey('created_by')],
    });
    const routes = { 'GET /api/rows/profiles': () => jsonResponse(isKnown ? [user] : []) };
    const { sent } = openPage(table, '?record=new', routes, [people]);
    const field = await within(await findPanel()).findByRole('combobox', { name: /^created_by/ });
    await waitFor(() => expect(sent.some(({ path }) => path === '/api/rows/profiles')).toBe(true));
    await waitFor(() => expect(field.textContent).toMatch(isKnown ? /Ann$/ : /^None$/));
  });

  it.each([
    ['a UUID for a key like those of other programs', 'text', 'cm3x9k2p40000abcd1234efgh', true],
    ['a UUID for a uuid', 'uuid', '6f1c1b8e-8d0c-4f2e-9d7b-2b8a1c3d4e5f', true],
    ['nothing for a key that users choose', 'text', 'DE-4711', false],
  ] as const)('enters %s', async (_, kind, existing, isEntered) => {
    const id = makeColumn('id', kind, { nullable: false });
    const table = makeTable('orders', [id, makeColumn('note', 'text')]);
    const { user, sent, changes } = openPage(table, '?record=new', {
      'GET /api/rows/orders': () => jsonResponse([{ id: existing, note: '' }]),
      'POST /api/rows/orders': echoRow,
    });
    const panel = within(await findPanel());
    await user.type(await panel.findByLabelText('note'), 'x');
    if (kind === 'text')
      await waitFor(() => expect(sent.some(({ query }) => query.get('limit') === '3')).toBe(true));
    const field = panel.getByLabelText(/^id/);
    await waitFor(() =>
      expect(field).toHaveProperty('value', expect.stringMatching(isEntered ? /^[\da-f-]{36}$/ : /^$/)),
    );
    await user.click(panel.getByRole('button', { name: /^Create/ }));
    if (isEntered)
      await waitFor(() => expect(changes()[0]?.body).toMatch(/^\[\{"id":"[\da-f-]{36}","note":"x"\}\]$/));
    else expect(await panel.findByText('Required')).toBeDefined();
  });

  it('asks before unsaved input is lost', async () => {
    const { user } = openPage(orders, '?record=id.eq.5', {});
    const status = await within(await findPanel()).findByLabelText('status');
    await user.type(status, '!');
    await user.keyboard('{Escape}');
    const dialog = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(status).toHaveProperty('value', 'draft!');
    await user.type(status, '{Escape}');
    const again = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
    await user.click(within(again).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });
});

describe('an action that the role can’t do', () => {
  it('is not offered, and the reason is shown', async () => {
    const readOnly = { ...orders, privileges: { select: true, insert: false, update: false, delete: false } };
    openPage(readOnly, '?record=id.eq.5', {});
    const record = await findPanel();
    expect(await screen.findByRole('button', { name: 'View only' })).toBeDefined();
    expect(await within(record).findByText('status')).toBeDefined();
    expect(within(record).queryByRole('button', { name: /can’t be changed/ })).toBeNull();
    const textboxes = within(record).queryAllByRole('textbox');
    expect(textboxes.filter((box) => box.getAttribute('aria-label') !== 'Write a message')).toEqual([]);
    expect(within(record).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^New/ })).toBeNull();
  });
  it('is stated if a table can’t be read', () => {
    openPage({ ...orders, privileges: { ...orders.privileges, select: false, insert: false } }, '', {});
    expect(screen.getByText('You don’t have permission to read these rows')).toBeDefined();
  });
  it('shows the form for new rows of a table that can’t be read, and requests no rows', async () => {
    const hidden = { select: false, insert: true, update: false, delete: false };
    const blind = columns.map((column) => ({
      ...column,
      privileges: { select: false, insert: true, update: false },
    }));
    const { user, changes } = openPage({ ...orders, columns: blind, privileges: hidden }, '', {
      'POST /api/rows/orders': () => jsonResponse(undefined, 201),
    });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getAllByText('Required')).toHaveLength(2);
    await user.type(screen.getByLabelText(/^number/), '7');
    await user.type(screen.getByLabelText(/^status/), 'draft');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Added.')).toBeDefined();
    const [post] = changes();
    expect(post?.body).toBe('[{"number":"7","status":"draft"}]');
    expect([post?.headers.get('Prefer'), post?.query.get('select')]).toEqual(['return=minimal', null]);
    expect(screen.getByLabelText(/^number/)).toHaveProperty('value', '');
  });
});

it('a filter with a value that its column can’t have is named, and can be removed', async () => {
  const message = 'invalid input syntax for type numeric: "CHF 50"';
  const { user } = openPage(orders, '?status=eq.draft&or=(total.gte.CHF 50,number.eq.5)', {
    'GET /api/rows/orders': ({ query }: SentRequest) =>
      query.toString().includes('CHF') ? errorResponse(400, '22P02', message) : jsonResponse([order]),
    'GET /api/counts': jsonResponse([]),
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The filter “total ≥ CHF 50” can’t be used');
  await user.click(within(alert).getByRole('link', { name: 'Remove filter' }));
  expect(window.location.search).toBe('?status=eq.draft&or=(number.eq.5)');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
