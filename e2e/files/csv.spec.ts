import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { openChanges } from '../support/customers';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const grid = (page: Page) => page.getByRole('grid');

/** Chooses an item of the table's export menu and returns the downloaded text. */
async function downloadText(page: Page, item: string): Promise<string> {
  await page.getByRole('button', { name: /export$/i }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return await readFile(await (await download).path(), 'utf8');
}

const headerLine = 'SKU;Product;roast;Origin;price;Colour of the bag';
const makeProductLine = (
  n: number,
  name: string,
  more: Partial<{ sku: string; roast: string; price: string }> = {},
) =>
  [more.sku ?? `HR-CSV-${n}`, name, more.roast ?? 'light', 'Perú', more.price ?? '12.50', 'green'].join(';');

/** Drops a file on the open page. */
async function dropFile(page: Page, name: string, bytes: Buffer) {
  const dataTransfer = await page.evaluateHandle(
    ([content, fileName]) => {
      const transfer = new DataTransfer();
      const binary = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      transfer.items.add(new File([binary], fileName, { type: 'text/csv' }));
      return transfer;
    },
    [bytes.toString('base64'), name] as const,
  );
  const heading = page.getByRole('heading', { level: 1 });
  const loaded = (await page.getByRole('grid').count()) > 0 ? page.getByRole('grid') : heading;
  await loaded.first().waitFor();
  const main = page.getByRole('grid').or(page.getByRole('button', { name: /Choose file|another file/ }));
  await main.first().dispatchEvent('dragenter', { dataTransfer });
  await main.first().dispatchEvent('drop', { dataTransfer });
}

async function fetchProducts(page: Page, filter: string) {
  const response = await page.request.get(
    `/api/rows/products?${filter}&select=sku,name,price,origin&order=sku`,
  );
  return (await response.json()) as { sku: string; name: string; price: number; origin: string }[];
}

test('a file is imported except for rejected rows, and again without duplicates', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await page.goto('/tables/public/products');
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();

  const lines = [
    headerLine,
    ...[10, 11, 12, 13].map((n) => makeProductLine(n, `Crème ${n}`)),
    makeProductLine(14, 'No such roast', { roast: 'burnt' }), // the check against the schema rejects it
    makeProductLine(15, 'Free', { price: '0' }), // only the database rejects it
  ];
  await test.step('dropped, in Windows-1252, with semicolons', async () => {
    await dropFile(page, 'products.csv', Buffer.from(lines.join('\r\n'), 'latin1'));
    await expect(page.getByRole('heading', { name: 'products.csv' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Separator' })).toHaveText('Semicolon');
    await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveText('Windows-1252');
    await expect(page.getByText('5 rows can be imported, 1 row can’t.')).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('with a column mapped by the user', async () => {
    const to = page.getByRole('combobox', { name: 'Target of “Product”' });
    await expect(page.getByRole('combobox', { name: 'Target of “Colour of the bag”' })).toHaveText(/Skip/);
    await to.click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await expect(to).toHaveText('Name');
  });
  await test.step('and reports the rejected rows, to be fixed', async () => {
    await page.getByRole('button', { name: 'Insert 5 rows' }).click();
    await expect(page.getByText('Done: 6 rows')).toBeVisible();
    const rejected = page.getByRole('region', { name: 'Rejected rows' });
    await expect(rejected.getByRole('row')).toHaveCount(3);
    await expect(rejected).toContainText('Must be one of');
    await expect(rejected).toContainText('Price must be greater than 0.');
    await rejected.locator('summary').click();
    await expect(rejected.getByText(/violates check constraint "price_is_positive"/)).toBeVisible();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download rejected rows' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('HR-CSV-14;No such roast;burnt');
    expect(csv).toMatch(/price_is_positive.*;23514;HR-CSV-15;/);
    expect(csv.trim().split('\r\n')).toHaveLength(3);
    expect((await fetchProducts(page, 'sku=like.HR-CSV-*')).map(({ name }) => name)).toEqual(
      [10, 11, 12, 13].map((n) => `Crème ${n}`),
    );

    await page.getByRole('button', { name: 'Import another file' }).click();
    const fixed = csv.replace('burnt', 'dark').replace(';0;', ';9.90;');
    await dropFile(page, 'fixed.csv', Buffer.from(fixed));
    // The columns with the reasons are ignored, and the mapping of the first file is used.
    await expect(page.getByRole('region', { name: 'Columns' }).getByRole('listitem')).toHaveCount(6);
    await expect(page.getByRole('combobox', { name: 'Target of “Product”' })).toHaveText('Name');
    await page.getByRole('button', { name: 'Insert 2 rows' }).click();
    await expect(page.getByText('Done: 2 rows')).toBeVisible();
  });
  await test.step('leaving during an import asks first', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/rows/products?*', async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Import another file' }).click();
    await page.getByLabel('File to import').setInputFiles({
      name: 'one.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${headerLine.replace('Product', 'Name')}\n${makeProductLine(16, 'One')}`),
    });
    // By keyboard.
    await page.getByRole('button', { name: 'Insert 1 row' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'one.csv' })).toBeFocused();
    await page.getByRole('navigation').first().getByRole('link', { name: 'Orders' }).first().click();
    const asks = page.getByRole('alertdialog', { name: 'Leave and cancel the import?' });
    await expect(asks).toBeVisible();
    await asks.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(asks).toBeHidden();
    release();
    await expect(page.getByText('Done: 1 row')).toBeVisible();
    await page.unroute('**/api/rows/products?*');
  });
  await test.step('imported twice by its key: the second time updates the rows', async () => {
    for (const price of ['14.00', '15.00']) {
      await page.goto('/tables/public/products/import');
      const more = [20, 21].map((n) => makeProductLine(n, `New ${n}`, { price }));
      const old = [10, 11].map((n) => makeProductLine(n, `Crème ${n}`, { price }));
      const file = [headerLine.replace('Product', 'Name'), ...old, ...more].join('\n');
      await page.getByLabel('File to import').setInputFiles({
        name: 'again.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(file),
      });
      await page.getByRole('combobox', { name: 'Existing rows' }).click();
      await page.getByRole('option', { name: /^Update rows with the same SKU/i }).click();
      await page.getByRole('button', { name: 'Insert or update 4 rows' }).click();
      await expect(page.getByText('Done: 4 rows')).toBeVisible();
      const count = (name: string) => page.getByText(name, { exact: true }).locator('xpath=../dd');
      await expect(count('Updated')).toHaveText(price === '14.00' ? '2' : '4');
      await expect(count('Inserted')).toHaveText(price === '14.00' ? '2' : '0');
      const rows = await fetchProducts(page, 'sku=in.(HR-CSV-10,HR-CSV-11,HR-CSV-20,HR-CSV-21)');
      expect(rows.map((row) => row.price)).toEqual([1, 1, 1, 1].map(() => Number(price)));
    }
    expect(await fetchProducts(page, 'sku=like.HR-CSV-*')).toHaveLength(9);
  });
  await test.step('imports are undone: updated rows get their earlier values, inserted rows are deleted', async () => {
    const findPrices = async (skus: string) =>
      (await fetchProducts(page, `sku=in.(${skus})`)).map(({ price }) => price);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => findPrices('HR-CSV-10,HR-CSV-11,HR-CSV-20,HR-CSV-21')).toEqual([14, 14, 14, 14]);
    await page.getByRole('link', { name: 'Open table' }).click();
    const changes = await openChanges(page);
    const first = changes.getByRole('listitem').filter({ hasText: 'Imported 4 rows' }).nth(1);
    await first.getByRole('button', { name: 'Undo' }).click();
    await expect(first).toContainText('Undone');
    expect(await findPrices('HR-CSV-20,HR-CSV-21')).toEqual([]);
    expect(await findPrices('HR-CSV-10,HR-CSV-11')).toEqual([12.5, 12.5]);
  });
  expect(errors).toEqual([]);
});

test('all matching rows are exported with visible or all columns, as JSON, and as Markdown', async ({
  page,
  context,
}) => {
  const errors = watchErrors(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders?status=eq.cancelled&order=number.desc&select=number,status');
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Canceled');
  const listed = await page.request.get('/api/rows/orders?status=eq.cancelled&order=number.desc&limit=1000');
  const orders: { number: number }[] = await listed.json();

  await expectAccessible(page);

  await test.step('CSV with visible columns', async () => {
    const csv = await downloadText(page, 'CSV, visible columns');
    const lines = orders.map(({ number }) => `${number},cancelled\r\n`);
    expect(csv).toBe(`\ufeffnumber,status\r\n${lines.join('')}`); // spreadsheet apps detect UTF-8 by the mark
  });
  await test.step('CSV with all columns', async () => {
    const csv = await downloadText(page, 'CSV, all columns');
    const head = csv.slice(1).split('\r\n')[0]?.split(',');
    expect(head).toEqual(expect.arrayContaining(Object.keys(orders[0] ?? {})));
  });
  await test.step('JSON', async () => {
    expect(JSON.parse(await downloadText(page, 'JSON, all columns'))).toEqual(orders);
  });
  await test.step('Markdown of the selected rows', async () => {
    await grid(page).getByRole('row').nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: /export$/i }).click();
    await page.getByRole('menuitem', { name: 'Copy 1 selected row as Markdown' }).click();
    await expect(page.getByText('1 row copied as Markdown.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `| Number | Status |\n| --: | --- |\n| ${orders[0]?.number} | Canceled |\n`,
    );
  });
  expect(errors).toEqual([]);
});

test('workbooks are exported with typed cells, and imported after invalid cells are corrected', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await page.goto('/tables/public/products?select=sku,name,price,updated_at&order=sku&limit=5');
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
  const [first] = await fetchProducts(page, 'sku=not.like.HR-CSV-*&limit=1');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /export$/i }).click();
  await page.getByRole('menuitem', { name: 'Excel, visible columns' }).click();
  expect((await download).suggestedFilename()).toBe('products.xlsx');
  const { sheets } = await readXlsx(await readFile(await (await download).path()));
  expect(sheets.map(({ name }) => name)).toEqual(['Products']);
  expect(sheets[0]?.rows[0]?.slice(0, 3)).toEqual(['SKU', 'Name', 'Price']);
  expect(sheets[0]?.rows).toContainEqual(expect.arrayContaining([first?.sku, first?.name, first?.price]));

  await page.goto('/tables/public/products/import');
  const rows = [
    ['Article number', 'Name', 'Roast', 'Orgin', 'Price'],
    ['HR-CSV-90', 'From a workbook', 'light', 'Perú', 12.5],
    ['HR-CSV-91', 'With an error', 'burnt', 'Perú', 13],
  ];
  await page.getByLabel('File to import').setInputFiles({
    name: 'products.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'List', rows }] })),
  });
  await expect(page.getByRole('combobox', { name: 'Sheet' })).toHaveText('List');
  await expect(page.getByRole('combobox', { name: 'Target of “Article number”' })).toHaveText('SKU');
  await expect(page.getByRole('combobox', { name: 'Target of “Orgin”' })).toHaveText('Origin');
  const invalid = page.getByRole('combobox', { name: 'Roast in row 3' });
  await expect(invalid).toHaveText('burnt');
  await expectAccessible(page);
  await invalid.click();
  await page.getByRole('option', { name: 'Dark', exact: true }).click();
  await page.getByRole('button', { name: 'Insert 2 rows' }).click();
  await expect(page.getByText('Done: 2 rows')).toBeVisible();
  expect(await fetchProducts(page, 'sku=in.(HR-CSV-90,HR-CSV-91)')).toMatchObject([
    { name: 'From a workbook', price: 12.5 },
    { name: 'With an error', price: 13 },
  ]);
  expect(errors).toEqual([]);
});

test('a workbook that is dropped on a table is imported into it', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/products');
  const rows = [
    ['SKU', 'Name'],
    ['HR-CSV-92', 'From a dropped workbook'],
  ];
  await dropFile(page, 'list.xlsx', Buffer.from(await writeXlsx({ sheets: [{ name: 'List', rows }] })));
  await expect(page.getByRole('heading', { name: 'list.xlsx' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sheet' })).toHaveText('List');
  await expect(page.getByRole('cell', { name: 'From a dropped workbook' })).toBeVisible();
});

test('by keyboard only: choose a file, map a column, insert', async ({ page }) => {
  await signIn(page, 'owner');
  const press = (keys: string) => page.keyboard.press(keys);
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible();
    for (let i = 0; i < 60 && !(await target.evaluate((one) => one === document.activeElement)); i++) {
      await press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await page.goto('/tables/public/products');
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
  await tabTo(page.getByRole('button', { name: /export$/i }));
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Import/ })).toBeFocused();
  await press('Enter');
  const choose = page.getByRole('button', { name: 'Choose file' });
  await tabTo(choose);
  const chooser = page.waitForEvent('filechooser');
  await choose.press('Enter');
  const content = [headerLine, makeProductLine(77, 'By key')].join('\n');
  await (await chooser).setFiles({ name: 'k.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const to = page.getByRole('combobox', { name: 'Target of “Product”' });
  await tabTo(to);
  await press('Enter');
  const name = page.getByRole('option', { name: 'Name', exact: true });
  await expect(name).toBeVisible();
  await page.keyboard.type('Name');
  await expect(name).toHaveAttribute('aria-selected', 'true');
  await press('Enter');
  await expect(to).toHaveText('Name');
  await tabTo(page.getByRole('button', { name: 'Insert 1 row' }));
  await press('Enter');
  await expect(page.getByText('Done: 1 row')).toBeVisible();
  expect(await fetchProducts(page, 'sku=eq.HR-CSV-77')).toMatchObject([{ name: 'By key' }]);
});
