import { QueryClient } from '@tanstack/react-query';
import { configure, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ChangeSessionProvider } from '@/features/changes/change-session-provider';
import { ImportPage } from '@/features/csv';
import { ImportFileReader } from '@/features/csv/file/import-file-reader';
import { products } from '@/features/csv/testing/products-fixture';
import type { Table } from '@/lib/api.gen';
import { SessionContext } from '@/lib/auth/session';
import { makeBaseTable, makeColumn, makeSchema, session } from '@/testing/api-fixtures';
import { errorResponse, jsonResponse, respondWith, type SentRequest } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { createTableAccess } from './table-access';
import { valueRules } from './value-rules';

const origins = makeBaseTable('origins', {
  columns: [
    makeColumn('id', 'integer', { nullable: false }),
    makeColumn('name', 'text', { nullable: false }),
  ],
});
const productsWithOrigin: Table = {
  ...products,
  foreignKeys: [
    {
      name: 'origin',
      columns: ['origin_id'],
      refSchema: 'public',
      refTable: 'origins',
      refColumns: ['id'],
      onDelete: '',
    },
  ],
};

// The browser runs the same reader in a worker.
const openSource = () => ({ source: new ImportFileReader(valueRules), close: () => {} });

function renderImport(text: string, target: Table, routes: Record<string, unknown>) {
  const requests = respondWith(routes);
  const file = text === '' ? undefined : new File([text], 'list.csv', { type: 'text/csv' });
  const schema = makeSchema([target, origins]);
  const access = createTableAccess(new QueryClient(), schema, 1_000);
  const { user } = renderApp(
    <SessionContext value={{ ...session, schema }}>
      <ChangeSessionProvider>
        <ImportPage schema="public" table="products" {...{ file, access, openSource }} />
      </ChangeSessionProvider>
    </SessionContext>,
  );
  return { user, posts: () => requests.filter(({ method }) => method === 'POST') };
}

// Each step reads, checks or sends, which takes long on a busy machine.
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

let originRows: unknown[];
beforeEach(() => {
  originRows = [
    { id: 7, name: 'Kenya' },
    { id: 8, name: 'Perú' },
  ];
});

test('a reference can be imported by the name of its row', async () => {
  const { user, posts } = renderImport(
    'SKU,Product name,Origin\nA,One,Kenya\nB,Two,Mars\nC,Three,Perú\n',
    productsWithOrigin,
    {
      'GET /api/rows/origins': () => jsonResponse(originRows),
      'POST /api/rows/products': () => jsonResponse([], 201),
    },
  );
  expect(await screen.findByRole('combobox', { name: 'How to find rows of origins' })).toHaveProperty(
    'textContent',
    'by name',
  );
  const rejected = await screen.findByRole('region', { name: 'Rows that can’t be imported' });
  expect(within(rejected).getByText('No match for “Mars” that you can see.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Insert 2 rows' }));
  await screen.findByText('Done: 3 rows');
  expect(posts().map(({ body }) => JSON.parse(body))).toEqual([
    [
      { sku: 'A', name: 'One', origin_id: '7' },
      { sku: 'C', name: 'Three', origin_id: '8' },
    ],
  ]);
  expect(posts()[0]?.query.get('columns')).toBe('sku,name,origin_id');
  expect(posts()[0]?.headers.get('Prefer')).toBe('return=representation');
  expect(posts()[0]?.query.get('select')).toBe('id,sku,name,price,origin_id,note,total');
});

test('an import can be undone', async () => {
  const removed: URLSearchParams[] = [];
  const { user } = renderImport('SKU,Product name\nA,One\nB,Two\n', products, {
    'POST /api/rows/products': () =>
      jsonResponse([
        { id: 1, sku: 'A', name: 'One' },
        { id: 2, sku: 'B', name: 'Two' },
      ]),
    'DELETE /api/rows/products': ({ query }: SentRequest) => {
      removed.push(query);
      return jsonResponse([
        { id: 1, sku: 'A', name: 'One' },
        { id: 2, sku: 'B', name: 'Two' },
      ]);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Insert 2 rows' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(removed).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

test('required columns that are not mapped are reported before rows are sent', async () => {
  const { user, posts } = renderImport('SKU,Title\nA,One\n', products, {
    'POST /api/rows/products': () => jsonResponse([], 201),
  });
  await screen.findByText(/^Map a column to Product name, or enter/);
  const insert = await screen.findByRole('button', { name: 'Insert 1 row' });
  expect(insert).toHaveProperty('disabled', true);
  const trigger = screen.getByRole('checkbox', { name: /the database fills it in/ });
  await user.click(trigger);
  await waitFor(() => expect(insert).toHaveProperty('disabled', false));
  await user.click(trigger);
  expect(insert).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('combobox', { name: 'Target of “Title”' }));
  await user.click(await screen.findByRole('option', { name: 'Product name' }));
  await waitFor(() => expect(insert).toHaveProperty('disabled', false));
  expect(screen.queryByText(/Map a column to/)).toBeNull();
  await user.click(insert);
  await screen.findByText('Done: 1 row');
  expect(posts()).toHaveLength(1);
});

test('rows that the database rejects are described by column titles, with the server’s error in the details', async () => {
  const { user } = renderImport('SKU,Product name\nA,One\n', products, {
    'POST /api/rows/products': () =>
      jsonResponse(
        {
          ...{ code: '23505', message: 'duplicate key value', details: 'Key (sku)=(A) already exists.' },
          ...{ hint: '', requestId: '', column: 'sku' },
        },
        409,
      ),
  });
  await user.click(await screen.findByRole('button', { name: 'Insert 1 row' }));
  const rejected = await screen.findByRole('region', { name: 'Rejected rows' });
  expect(
    within(rejected).getByText(/^Another product already has this SKU\. Enter a unique value\./),
  ).toBeDefined();
  await user.click(within(rejected).getByText('Details', { selector: 'summary' }));
  expect(within(rejected).getByText('Key (sku)=(A) already exists.')).toBeDefined();
});

test('an expired session pauses the import until the user signs in', async () => {
  let signedIn = false;
  const { user, posts } = renderImport('SKU,name\nA,One\n', products, {
    'POST /api/rows/products': () =>
      signedIn ? jsonResponse([], 201) : errorResponse(401, 'not_signed_in', 'Sign in first.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Insert 1 row' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Sign in first.');
  signedIn = true;
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await screen.findByText('Done: 1 row');
  expect(posts()).toHaveLength(2);
});

test('a user who can’t insert sees a message and no file input', async () => {
  const readOnly = { ...products, privileges: { ...products.privileges, insert: false } };
  renderImport('', readOnly, {});
  expect(screen.getByText('You don’t have permission to add rows to products')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Choose file' })).toBeNull();
});

test('a file without rows shows a message', async () => {
  renderImport('SKU,name\n', products, {});
  expect(await screen.findByText('This file has no rows, only column names.')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Insert/ })).toHaveProperty('disabled', true);
});

test('invalid cells are marked in the preview, and a file without valid rows can be downloaded', async () => {
  renderImport('SKU;name;price\nA;One;cheap\n', products, {});
  const preview = await screen.findByRole('region', { name: 'First rows' });
  expect(await within(preview).findByRole('cell', { name: /^cheap .*number/ })).toBeDefined();
  expect(screen.getByText(/^No row can be imported yet\./)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Download rejected rows' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Insert rows' })).toHaveProperty('disabled', true);
});

test('decimal commas are detected, and the user can change the decimal separator', async () => {
  const { user, posts } = renderImport('SKU;name;price\nA;One;15,90\nB;Two;2.500,00\n', products, {
    'POST /api/rows/products': () => jsonResponse([], 201),
  });
  const decimals = await screen.findByRole('combobox', { name: 'Decimals' });
  expect(decimals.textContent).toBe('Comma: 1.234,56');
  await screen.findByText('2 rows can be imported.');
  await user.click(decimals);
  await user.click(screen.getByRole('option', { name: 'Point: 1,234.56' }));
  await screen.findByText(/^No row can be imported yet\./);
  await user.click(screen.getByRole('combobox', { name: 'Decimals' }));
  await user.click(screen.getByRole('option', { name: 'Comma: 1.234,56' }));
  await user.click(await screen.findByRole('button', { name: 'Insert 2 rows' }));
  await screen.findByText('Done: 2 rows');
  expect(posts().flatMap(({ body }) => JSON.parse(body))).toMatchObject([
    { price: '15.90' },
    { price: '2500.00' },
  ]);
});

test('invalid cells are corrected before the rows are sent', async () => {
  const { user, posts } = renderImport('SKU;name;price\nA;One;cheap\nB;Two;2\nC;Three;dear\n', products, {
    'POST /api/rows/products': () => jsonResponse([], 201),
  });
  const first = await screen.findByRole('textbox', { name: 'price in row 2' });
  expect(first.getAttribute('aria-invalid')).toBe('true');
  await user.clear(first);
  await user.type(first, '1.50{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'price in row 2' })).toBeNull());
  const second = screen.getByRole('textbox', { name: 'price in row 4' });
  await waitFor(() => expect(document.activeElement).toBe(second));
  await user.clear(second);
  await user.type(second, '3{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Insert 3 rows' }));
  await screen.findByText('Done: 3 rows');
  expect(posts().flatMap(({ body }) => JSON.parse(body).map((row: { price: string }) => row.price))).toEqual([
    '1.50',
    '2',
    '3',
  ]);
});

test('an invalid cell of an enum or a boolean has its choices', async () => {
  const roast = { enum: ['light', 'very_dark'], labels: { light: 'Légère' } };
  const columns = [
    ...products.columns,
    makeColumn('roast', 'enum', { ...roast, nullable: false }),
    makeColumn('organic', 'boolean'),
  ];
  const { user, posts } = renderImport(
    'SKU,name,roast,organic\nA,One,burnt,maybe\nB,Two,VERY DARK,no\nC,Three,legere,yes\n',
    { ...products, columns },
    { 'POST /api/rows/products': () => jsonResponse([], 201) },
  );
  const roastChoice = await screen.findByRole('combobox', { name: 'roast in row 2' });
  expect(roastChoice.textContent).toBe('burnt');
  expect(roastChoice.getAttribute('aria-invalid')).toBe('true');
  await user.click(roastChoice);
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Légère', 'Very dark']);
  await user.click(screen.getByRole('option', { name: 'Very dark' }));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'roast in row 2' })).toBeNull());
  await user.click(screen.getByRole('combobox', { name: 'organic in row 2' }));
  await user.click(await screen.findByRole('option', { name: 'true' }));
  await user.click(await screen.findByRole('button', { name: 'Insert 3 rows' }));
  await screen.findByText('Done: 3 rows');
  const rows = posts().flatMap(({ body }) => JSON.parse(body) as { roast: string; organic: boolean }[]);
  expect(rows.map(({ roast: value, organic }) => [value, organic])).toEqual([
    ['very_dark', true],
    ['very_dark', false],
    ['light', true],
  ]);
});

test('rows that are pasted from a spreadsheet are read with tabs, also if they contain commas', async () => {
  const { user } = renderImport('', products, {});
  await user.click(screen.getByRole('textbox', { name: 'Or paste rows' }));
  await user.paste('SKU\tProduct nmae\nA\tOne, two; three\nB\tFour, five; six\n');
  const preview = await screen.findByRole('region', { name: 'First rows' });
  expect(within(preview).getByRole('cell', { name: 'One, two; three' })).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Target of “Product nmae”' }).textContent).toBe('Product name');
  expect(await screen.findByText('2 rows can be imported.')).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Separator' })).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Encoding' })).toBeNull();
});

test('a file with tabs has an encoding', async () => {
  const { user } = renderImport('', products, {});
  const file = new File(['SKU\tProduct name\nA\tOne\n'], 'list.tsv', { type: 'text/tab-separated-values' });
  await user.upload(screen.getByLabelText('File to import'), file);
  expect(await screen.findByRole('combobox', { name: 'Encoding' })).toBeDefined();
});

test('rows that are typed are read with a button', async () => {
  const { user, posts } = renderImport('', products, {
    'POST /api/rows/products': () => jsonResponse([], 201),
  });
  expect(screen.queryByRole('button', { name: 'Review rows' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Or paste rows' }), 'SKU,Product name{Enter}A,One');
  await user.click(screen.getByRole('button', { name: 'Review rows' }));
  await user.click(await screen.findByRole('button', { name: 'Insert 1 row' }));
  await screen.findByText('Done: 1 row');
  expect(posts().map(({ body }) => JSON.parse(body))).toEqual([[{ sku: 'A', name: 'One' }]]);
});

test('rows without a required column can be imported only after the user has accepted it', async () => {
  const { user } = renderImport('SKU\nA\n', products, {});
  const insert = await screen.findByRole('button', { name: 'Insert 1 row' });
  expect(insert).toHaveProperty('disabled', true);
  expect(screen.queryByText('1 row can be imported.')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /Leave (it|them) empty/ }));
  expect(screen.getByText('1 row can be imported.')).toBeDefined();
  expect(insert).toHaveProperty('disabled', false);
});

test('a required column that the file lacks gets the same value in all rows', async () => {
  const { user, posts } = renderImport('SKU,price\nA,2\nB,3\n', products, {
    'POST /api/rows/products': () => jsonResponse([], 201),
  });
  const insert = await screen.findByRole('button', { name: 'Insert 2 rows' });
  expect(insert).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: /^Product name/ }), 'Sample');
  expect(screen.queryByText(/^Map a column to/)).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Insert 2 rows' }));
  await screen.findByText('Done: 2 rows');
  expect(posts().map(({ body }) => JSON.parse(body))).toEqual([
    [
      { name: 'Sample', sku: 'A', price: '2' },
      { name: 'Sample', sku: 'B', price: '3' },
    ],
  ]);
  expect(posts()[0]?.query.get('columns')).toBe('sku,price,name');
});

test('an optional column can get the same value in all rows, which is checked', async () => {
  const { user, posts } = renderImport('SKU,name\nA,One\n', products, {
    'POST /api/rows/products': () => jsonResponse([], 201),
  });
  await user.click(await screen.findByRole('combobox', { name: 'Same value for all rows' }));
  await user.click(await screen.findByRole('option', { name: 'price' }));
  const price = screen.getByRole('textbox', { name: /^price/ });
  await user.type(price, 'cheap');
  expect(price.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('button', { name: /^Insert/ })).toHaveProperty('disabled', true);
  await user.clear(price);
  await user.type(price, '4.5');
  await user.click(await screen.findByRole('button', { name: 'Insert 1 row' }));
  await screen.findByText('Done: 1 row');
  expect(posts().map(({ body }) => JSON.parse(body))).toEqual([[{ price: '4.5', sku: 'A', name: 'One' }]]);
});

test('the automatic values of a new record are filled in and can be removed, and required lists are empty', async () => {
  const target: Table = {
    ...productsWithOrigin,
    columns: [
      ...products.columns.filter(({ name }) => name !== 'origin_id'),
      makeColumn('origin_id', 'integer', { title: 'Origin', nullable: false, tenant: true }),
      makeColumn('author_id', 'text', { title: 'Author', owner: true }),
      makeColumn('tags', 'text', { array: true, nullable: false }),
    ],
  };
  originRows = [{ id: 7, name: 'Kenya' }];
  const { user, posts } = renderImport('SKU,name\nA,One\n', target, {
    'GET /api/rows/origins': () => jsonResponse(originRows),
    'POST /api/rows/products': () => jsonResponse([], 201),
  });
  const origin = await screen.findByRole('combobox', { name: /^Origin/ });
  await waitFor(() => expect(origin.textContent).toContain('Kenya'));
  expect(screen.getByRole('textbox', { name: /^Author/ })).toHaveProperty('value', session.user.id);
  await user.click(await screen.findByRole('button', { name: 'Insert 1 row' }));
  await screen.findByText('Done: 1 row');
  expect(posts().map(({ body }) => JSON.parse(body))).toEqual([
    [{ origin_id: '7', author_id: session.user.id, tags: [], sku: 'A', name: 'One' }],
  ]);
  await user.click(screen.getByRole('button', { name: 'Import another file' }));
  const file = new File(['SKU,name\nB,Two\n'], 'second.csv', { type: 'text/csv' });
  await user.upload(screen.getByLabelText('File to import'), file);
  await user.click(await screen.findByRole('button', { name: 'Clear Author' }));
  await user.click(await screen.findByRole('button', { name: 'Insert 1 row' }));
  await screen.findByText('Done: 1 row');
  expect(JSON.parse(posts()[1]?.body ?? '')).toEqual([{ origin_id: '7', tags: [], sku: 'B', name: 'Two' }]);
});

test('an update of existing rows does not replace their lists and optional automatic values', async () => {
  const target: Table = {
    ...products,
    columns: [
      ...products.columns,
      makeColumn('author_id', 'text', { title: 'Author', owner: true }),
      makeColumn('tags', 'text', { array: true, nullable: false }),
    ],
  };
  const { user } = renderImport('SKU,name\nA,One\n', target, {});
  await screen.findByRole('textbox', { name: /^Author/ });
  await screen.findByRole('button', { name: 'Insert 1 row' });
  await user.click(screen.getByRole('combobox', { name: /^Existing rows/ }));
  await user.click(await screen.findByRole('option', { name: 'Update rows with the same SKU' }));
  expect(screen.queryByRole('textbox', { name: /^Author/ })).toBeNull();
  expect(screen.getByText(/^Map a column to tags, or enter/)).toBeDefined();
});
