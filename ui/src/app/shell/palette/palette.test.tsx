import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { SessionContext } from '@/lib/auth/session';
import { makeBaseTable, makeBucket, makeFileEntry, makeSchema, session } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { Palette } from './palette';

const schema = makeSchema([
  makeBaseTable('machines', { title: 'Machines' }),
  makeBaseTable('mac', { title: 'Mac' }),
]);

/** Renders the open palette, as its code loads when the user has typed a text. */
function renderPalette(text: string, isEntered = false, shownSchema = schema) {
  return renderApp(
    <SessionContext value={{ ...session, schema: shownSchema }}>
      <Palette
        open
        onOpenChange={() => {}}
        getTypedAhead={() => ({ text, isEntered, takesFocus: true })}
        onCloseAutoFocus={() => {}}
      />
    </SessionContext>,
  );
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search or jump to' });
const selected = () => screen.getByRole('option', { selected: true }).textContent;

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView ??= () => {};
  respondWith({ 'GET /api/rows': [], 'GET /api/buckets': [] });
});

test('the next key is added to the text that was typed while the code loaded', async () => {
  const { user } = renderPalette('time zo');
  expect(document.activeElement).toBe(input());
  await user.keyboard('ne');
  expect(input().value).toBe('time zone');
});

test('Enter directly after a change of the text opens the first result of the new text', async () => {
  renderPalette('machi');
  expect(selected()).toBe('Machines');
  // Outside `act`, so that React has not run the updates that cmdk schedules after the change.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), 'mac');
  input().dispatchEvent(new Event('input', { bubbles: true }));
  input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await act(async () => {});
  expect(window.location.pathname).toBe('/tables/public/mac');
});

test('Enter before the code is loaded opens the first result, without a warning of React', async () => {
  const errors = vi.spyOn(console, 'error');
  renderPalette('mac', true);
  await waitFor(() => expect(window.location.pathname).toBe('/tables/public/mac'));
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

test('records of a view are not searched if the table with the same rows is', async () => {
  const columns = [makeColumn('id', 'integer'), makeColumn('name', 'text')];
  const rowsOf = { schema: 'public', table: 'customers' };
  const tables = [
    makeTable('customers', columns),
    makeTable('customer_sales', columns, { kind: 'view', rowsOf }),
    makeTable('suppliers', columns, { kind: 'view', rowsOf: { schema: 'private', table: 'suppliers' } }),
  ];
  const sent = respondWith({ 'GET /api/rows': [], 'GET /api/buckets': [] });
  const { user } = renderPalette('', false, makeSchema(tables));
  await user.keyboard('lund');
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/suppliers'))).not.toEqual([]));
  const paths = new Set(sent.map(({ path }) => path).filter((path) => path.startsWith('/api/rows/')));
  expect([...paths].toSorted()).toEqual(['/api/rows/customers', '/api/rows/suppliers']);
});

test('files are found by name, with one request per bucket, and Enter opens the preview', async () => {
  const entries = ['plans/2026/Price list.pdf', 'price/other.txt'].map((path) => makeFileEntry(path));
  const sent = respondWith({
    'GET /api/rows': [],
    'GET /api/buckets': [makeBucket('documents', { title: 'Documents' }), makeBucket('empty')],
    'GET /api/files/documents': { entries, nextCursor: 'k1', listed: 1000 },
    'GET /api/files/empty': { entries: [], nextCursor: null, listed: 0 },
  });
  const { user } = renderPalette('');
  await screen.findByRole('option', { name: /^Documents/ });
  await user.keyboard('price');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(selected()).toBe('Price list.pdfplans/2026Documents');
  // On a slow machine, a pause between two keys starts a search, too.
  const searches = sent.filter(
    ({ path, query }) => path.startsWith('/api/files/') && query.get('match') === 'price',
  );
  expect(searches.map(({ path }) => path)).toEqual(['/api/files/documents', '/api/files/empty']);
  expect(Object.fromEntries(searches[0]?.query ?? [])).toEqual({
    ...{ prefix: '', recursive: 'true', match: 'price', limit: '1000' },
  });
  await user.keyboard('{Enter}');
  expect(window.location.pathname + window.location.search).toBe(
    '/files/documents/plans/2026?file=Price+list.pdf',
  );
});

describe('a record that is found after a file', () => {
  /** Renders the palette with a found file. Returns the function that responds to the search for records. */
  async function renderWithFile(isEntered: boolean) {
    const people = makeTable('people', [makeColumn('id', 'integer'), makeColumn('name', 'text')]);
    let respond = (_: unknown) => {};
    respondWith({
      'GET /api/rows/people': () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
      'GET /api/buckets': [makeBucket('documents')],
      'GET /api/files': { entries: [makeFileEntry('Price list.pdf')], nextCursor: null, listed: 1 },
    });
    const { user } = renderPalette('price', isEntered, makeSchema([people]));
    await screen.findByRole('option', { name: /^Price list/ });
    return { user, respond: () => act(async () => respond([{ id: 1, name: 'Price, Ann' }])) };
  }

  test('is opened by an earlier Enter', async () => {
    const { respond } = await renderWithFile(true);
    expect(window.location.pathname).toBe('/');
    await respond();
    await waitFor(() => expect(window.location.search).toBe('?record=id.eq.1'));
  });

  test('is selected', async () => {
    const { user, respond } = await renderWithFile(false);
    expect(selected()).toMatch(/^Price list/);
    await respond();
    await waitFor(() => expect(selected()).toMatch(/^Price, Ann/));
    await user.keyboard('{Enter}');
    expect(window.location.search).toBe('?record=id.eq.1');
  });
});
