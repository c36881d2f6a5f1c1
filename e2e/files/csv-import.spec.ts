import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

test.beforeEach(async ({ page, workspace }) => {
  workspace.runSQL('e2e/databases/csv.sql');
  await signIn(page, 'owner');
  const known = async () => (await page.request.get('/api/rows/stock_counts?limit=1')).status();
  await expect.poll(known).toBe(200);
});

const makeCSV = (region: string, rows: number) =>
  ['region,number,note', ...Array.from({ length: rows }, (_, i) => `${region},${i},n${i}`)].join('\n');

async function chooseFile(page: Page, table: string, name: string, content: string | Buffer) {
  await page.goto(`/tables/public/${table}/import`);
  await page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

async function countStoredRows(page: Page, region: string): Promise<number> {
  const response = await page.request.get(
    `/api/rows/stock_counts?region=eq.${region}&select=number&limit=1`,
    {
      headers: { Prefer: 'count=exact' },
    },
  );
  return Number(response.headers()['content-range']?.split('/')[1]);
}

const resultCount = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=../dd');

/** Runs `then` before the nth insert from now on, and aborts the insert if the result is 'lost'. */
async function interceptInsert(page: Page, nth: number, then: () => Promise<'lost' | 'sent'>) {
  let inserts = 0;
  await page.route('**/api/rows/stock_counts?*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    inserts += 1;
    const outcome = inserts === nth ? await then() : 'sent';
    return outcome === 'lost' ? route.abort() : route.continue();
  });
}

test('an import with a key resumes when the network is back, without duplicates', async ({
  page,
  context,
}) => {
  await interceptInsert(page, 2, async () => {
    await context.setOffline(true);
    return 'lost';
  });
  await chooseFile(page, 'stock_counts', 'north.csv', makeCSV('north', 1_200));
  await page.getByRole('combobox', { name: 'Existing rows' }).click();
  await page.getByRole('option', { name: 'Update rows with the same Region and Number' }).click();
  await page.getByRole('button', { name: 'Insert or update 1,200 rows' }).click();
  await expect(page.getByText('Paused at 500 of 1,200 rows')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('You are offline.');
  await context.setOffline(false);
  await expect(page.getByText('Done: 1,200 rows')).toBeVisible();
  await expect(resultCount(page, 'Inserted')).toHaveText('1,200');
  expect(await countStoredRows(page, 'north')).toBe(1_200);
});

test('new rows without a response are looked up by their key, without duplicates', async ({
  page,
  context,
}) => {
  let asked = 0;
  await page.route('**/api/rows/stock_counts?*', async (route) => {
    if (route.request().method() === 'POST') asked += 1;
    if (asked !== 2 || route.request().method() !== 'POST') return route.continue();
    await route.fetch(); // the request arrives, its response doesn't
    await context.setOffline(true);
    await route.abort();
  });
  await chooseFile(page, 'stock_counts', 'east.csv', makeCSV('east', 1_200));
  await page.getByRole('button', { name: 'Insert 1,200 rows' }).click();
  await expect(page.getByText('Paused at 500 of 1,200 rows')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Done: 1,200 rows')).toBeVisible();
  await expect(resultCount(page, 'Inserted or updated')).toHaveText('500');
  await expect(resultCount(page, 'Rejected')).toHaveText('0');
  expect(await countStoredRows(page, 'east')).toBe(1_200);
});

test('an import continues after the user signs in again', async ({ page, context }) => {
  await interceptInsert(page, 2, async () => {
    await context.clearCookies();
    return 'sent';
  });
  await chooseFile(page, 'stock_counts', 'south.csv', makeCSV('south', 1_200));
  await page.getByRole('button', { name: 'Insert 1,200 rows' }).click();
  const asks = page.getByRole('dialog', { name: 'Sign in again' });
  await asks.getByLabel('Password', { exact: true }).fill('tableside');
  await asks.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(asks).toBeHidden();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Done: 1,200 rows')).toBeVisible();
  expect(await countStoredRows(page, 'south')).toBe(1_200);
});

test('a running import blocks other files and reloads; the rest of a canceled import can be downloaded', async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await interceptInsert(page, 2, async () => {
    await released;
    return 'sent';
  });
  await chooseFile(page, 'stock_counts', 'west.csv', makeCSV('west', 1_200));
  await page.getByRole('button', { name: 'Insert 1,200 rows' }).click();
  await expect(page.getByText('500 of 1,200 rows')).toBeVisible();
  const heading = page.getByRole('heading', { name: 'west.csv' });
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['region,number\nx,1'], 'other.csv', { type: 'text/csv' }));
    return transfer;
  });
  await heading.dispatchEvent('drop', { dataTransfer });
  const dialog = page.waitForEvent('dialog');
  // In a timeout, because `evaluate` would wait for the dialog.
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  expect((await dialog).type()).toBe('beforeunload');
  await (await dialog).dismiss();
  await expect(heading).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused at 500 of 1,200 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByText('Canceling, waiting for the last request…')).toBeVisible();
  release();
  await expect(page.getByText('Canceled at 1,000 of 1,200 rows')).toBeVisible();
  expect(await countStoredRows(page, 'west')).toBe(1_000);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rejected rows' }).click();
  const rest = await readFile(await (await download).path());
  await page.getByRole('button', { name: 'Import another file' }).click();
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'rest.csv', mimeType: 'text/csv', buffer: rest });
  await page.getByRole('button', { name: 'Insert 200 rows' }).click();
  await expect(page.getByText('Done: 200 rows')).toBeVisible();
  expect(await countStoredRows(page, 'west')).toBe(1_200);
});

test('an exported file is imported unchanged', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/tables/public/odds');
  await page.getByRole('button', { name: 'Import and export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV, all columns' }).click();
  const csv = await readFile(await (await download).path());
  expect(csv.toString()).toContain(`'=HYPERLINK(`); // spreadsheet apps calculate nothing

  await chooseFile(page, 'odds_again', 'odds.csv', csv);
  for (const filled of ['twice', 'counted']) {
    await expect(page.getByRole('combobox', { name: `Target of “${filled}”` })).toHaveText(/Skip/);
  }
  await expect(page.getByText('The database fills in this column.')).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Treat empty cells as' })).toHaveText(/empty text if ""/);
  await expect(page.getByRole('checkbox', { name: /apostrophe.*2 cells/ })).toBeChecked();
  await page.getByRole('button', { name: 'Insert 4 rows' }).click();
  await expect(page.getByText('Done: 4 rows')).toBeVisible();
  // Compares texts, because parsing would round numbers.
  const all = async (table: string) =>
    (
      await page.request.get(
        `/api/rows/${table}?select=id,what,amount,words,document,bytes,span,nothing,at,twice&order=id`,
      )
    ).text();
  expect(await all('odds_again')).toBe(await all('odds'));
  expect(errors).toEqual([]);
});

test('files without rows show the reason', async ({ page }) => {
  const title = (text: string) => page.getByText(text, { exact: true });
  await chooseFile(page, 'stock_counts', 'empty.csv', '');
  await expect(title('empty.csv is empty')).toBeVisible();
  await chooseFile(page, 'stock_counts', 'workbook.csv', Buffer.from([0x50, 0x4b, 3, 4, 20, 0]));
  await expect(title('workbook.csv can’t be imported')).toBeVisible();
  await expect(page.getByText('Open it in a spreadsheet app and save it as CSV.')).toBeVisible();
  await chooseFile(page, 'stock_counts', 'names.csv', 'region,number,note\n');
  await expect(page.getByText('This file has no rows, only column names.')).toBeVisible();
  await chooseFile(page, 'stock_counts', 'lacks.csv', 'region,note\nnorth,x\n');
  await expect(page.getByText(/^Map a column to Number, or enter/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Insert 1 row' })).toBeDisabled();
});

test('a reference is found by the title of its record, in any case and with spaces around it', async ({
  page,
}) => {
  const [customer] = await (
    await page.request.get('/api/rows/customers?select=id,name&name=like.*%26*&limit=1')
  ).json();
  await chooseFile(
    page,
    'orders',
    'orders.csv',
    `customer,due on\n"  ${customer.name.toUpperCase()} ",2030-01-01\nNobody (Ltd.),2030-01-02\n`,
  );
  await expect(page.getByRole('combobox', { name: 'How to find rows of Customers' })).toHaveText('by Name');
  await expect(page.getByText('1 row can be imported, 1 row can’t.')).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Rows that can’t be imported' })
      .getByText('No match for “Nobody (Ltd.)” that you can see.'),
  ).toBeVisible();
  const inserted = page.waitForRequest(
    (request) => request.method() === 'POST' && /orders/.test(request.url()),
  );
  await page.getByRole('button', { name: 'Insert 1 row' }).click();
  expect((await inserted).postDataJSON()).toMatchObject([{ customer_id: String(customer.id) }]);
  await expect(page.getByText('Done: 2 rows')).toBeVisible();
  await page.request.delete(`/api/rows/orders?customer_id=eq.${customer.id}&due_on=eq.2030-01-01`);
});

test('columns that the file lacks get the same value in all rows', async ({ page }) => {
  const errors = watchErrors(page);
  await chooseFile(page, 'import_tasks', 'tasks.csv', 'title\nClean the grinder\nOrder beans\n');
  const values = page.getByRole('region', { name: 'Same value for all rows' });
  await expect(values.getByRole('combobox', { name: /^Team/ })).toHaveText('Roastery team');
  await expect(values.getByRole('combobox', { name: /^Created by/ })).not.toHaveText('');
  await expect(page.getByText(/^Map a column to State, or enter/)).toBeVisible();
  const insert = page.getByRole('button', { name: 'Insert 2 rows' });
  await expect(insert).toBeDisabled();
  await values.getByRole('combobox', { name: /^State/ }).click();
  await page.getByRole('option', { name: 'Open' }).click();
  await values.getByRole('combobox', { name: 'Same value for all rows' }).click();
  await page.getByRole('option', { name: 'Starts on' }).click();
  await values.getByRole('textbox', { name: /^Starts on/ }).fill('2030-01-02');
  await insert.click();
  await expect(page.getByText('Done: 2 rows')).toBeVisible();
  const select = 'title,state,tags,starts_on,team_id,created_by';
  const stored = await (await page.request.get(`/api/rows/import_tasks?select=${select}&order=title`)).json();
  const ids = { team_id: expect.any(String), created_by: expect.any(String) };
  const same = { state: 'open', tags: [], starts_on: '2030-01-02', ...ids };
  expect(stored).toEqual([
    { title: 'Clean the grinder', ...same },
    { title: 'Order beans', ...same },
  ]);
  expect(errors).toEqual([]);
});
