import { QueryClient } from '@tanstack/react-query';
import { configure, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ImportPage } from '@/features/csv';
import { CSVFileReader } from '@/features/csv/file/csv-file-reader';
import { products } from '@/features/csv/products-fixture';
import type { Table } from '@/lib/api.gen';
import { SessionContext } from '@/lib/session';
import { makeBaseTable, makeColumn, makeSchema, session } from '@/testing/api-fixtures';
import { errorResponse, jsonResponse, respondWith } from '@/testing/fake-backend';
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

// Apart from the worker around it, what reads the file is what reads it in the browser.
const openSource = () => ({ source: new CSVFileReader(valueRules), close: () => {} });

function renderImport(text: string, target: Table, routes: Record<string, unknown>) {
  const sent = respondWith(routes);
  const file = text === '' ? undefined : new File([text], 'list.csv', { type: 'text/csv' });
  const schema = makeSchema([target, origins]);
  const access = createTableAccess(new QueryClient(), schema);
  const { user } = renderApp(
    <SessionContext value={{ ...session, schema }}>
      <ImportPage schema="public" table="products" {...{ file, access, openSource }} />
    </SessionContext>,
  );
  return { user, posts: () => sent.filter(({ method }) => method === 'POST') };
}

// Each step reads, checks or sends: on a busy machine that is more than a moment.
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

let originRows: unknown[];
beforeEach(() => {
  originRows = [
    { id: 7, name: 'Kenya' },
    { id: 8, name: 'Perú' },
  ];
});

test('a reference may stand in the file by its name', async () => {
  const { user, posts } = renderImport(
    'SKU,Product name,Origin\nA,One,Kenya\nB,Two,Mars\nC,Three,Perú\n',
    productsWithOrigin,
    {
      'GET /api/rows/origins': () => jsonResponse(originRows),
      'POST /api/rows/products': () => jsonResponse([], 201),
    },
  );
  expect(await screen.findByRole('combobox', { name: 'How the file names a row of origins' })).toHaveProperty(
    'textContent',
    'by name',
  );
  const refused = await screen.findByRole('region', { name: 'Rows that can’t be sent' });
  expect(within(refused).getByText('There is no “Mars”, or none that you may see.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Insert 2 rows' }));
  await screen.findByText('Done: 3 rows');
  expect(posts().map(({ body }) => JSON.parse(body))).toEqual([
    [
      { sku: 'A', name: 'One', origin_id: '7' },
      { sku: 'C', name: 'Three', origin_id: '8' },
    ],
  ]);
  expect(posts()[0]?.query.get('columns')).toBe('sku,name,origin_id');
  expect(posts()[0]?.headers.get('Prefer')).toBe('return=minimal');
});

test('what every row needs, and the file lacks, is told before anything is sent', async () => {
  const { user, posts } = renderImport('SKU,Title\nA,One\n', products, {
    'POST /api/rows/products': () => jsonResponse([], 201),
  });
  await screen.findByText(/^Every row needs Product name, and nothing in the file goes there\./);
  const insert = await screen.findByRole('button', { name: 'Insert 1 row' });
  expect(insert).toHaveProperty('disabled', true);
  const trigger = screen.getByRole('checkbox', { name: /a trigger of the database fills it in/ });
  await user.click(trigger);
  await waitFor(() => expect(insert).toHaveProperty('disabled', false));
  await user.click(trigger);
  expect(insert).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('combobox', { name: 'Where “Title” goes' }));
  await user.click(screen.getByRole('option', { name: 'Product name' }));
  await waitFor(() => expect(insert).toHaveProperty('disabled', false));
  expect(screen.queryByText(/Every row needs/)).toBeNull();
  await user.click(insert);
  await screen.findByText('Done: 1 row');
  expect(posts()).toHaveLength(1);
});

test('rows that the database refuses are told in the words of the table, its own one click away', async () => {
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
  const refused = await screen.findByRole('region', { name: 'Refused rows' });
  expect(
    within(refused).getByText(/^Another product already has this SKU\. It has to be unique\./),
  ).toBeDefined();
  await user.click(within(refused).getByText('Details', { selector: 'summary' }));
  expect(within(refused).getByText('Key (sku)=(A) already exists.')).toBeDefined();
});

test('a session that ends pauses it, and it goes on after signing in', async () => {
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

test('who may not insert is told so, and asked for no file', async () => {
  const readOnly = { ...products, privileges: { ...products.privileges, insert: false } };
  renderImport('', readOnly, {});
  expect(screen.getByText('You may not add rows to products')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull();
});

test('a file with no rows says so', async () => {
  renderImport('SKU,name\n', products, {});
  expect(await screen.findByText('There are no rows in this file, only the names of columns.')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Insert/ })).toHaveProperty('disabled', true);
});
