import { expect, type Page } from '@playwright/test';
import { watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests databases that Tableside was not made for: localbase/testdata/shop.sql.
test.use({ backend: 'shop', actionTimeout: 10_000 });

test.beforeEach(async ({ page }) => {
  const account = { email: 'shop@example.test', password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (!made.ok()) {
    const response = await page.request.post('/api/auth/sign-in', { data: account });
    expect(response.status(), await response.text()).toBe(200);
  }
});

const grid = (page: Page) => page.getByRole('grid');
const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text });
const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });

test('records are titled by names, and references by their titles', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/tables/public/orders');
  await expect(grid(page).getByRole('columnheader', { name: 'Column Employee' })).toBeVisible();
  await expect(grid(page).getByRole('columnheader', { name: 'Column Customer' })).toBeVisible();
  await expect(row(page, '10248')).toContainText('Andrew Fuller');
  await expect(row(page, '10248')).toContainText('Vins et alcools Chevalier');
  await expect(row(page, '10249')).toContainText('Nancy Davolio');
  await expect(row(page, '10248')).toContainText('21996');
  await expect(row(page, '10248')).toContainText('85099');
  await expect(row(page, '10248')).toContainText('32,380');

  await page.goto('/tables/public/Order%20Notes');
  await expect(grid(page).getByRole('columnheader', { name: 'Column Employee' })).toBeVisible();
  await expect(row(page, 'Call before')).toContainText('Andrew Fuller');
  await page.goto('/tables/public/Elements');
  await expect(grid(page).getByRole('columnheader', { name: 'Column Number of neutrons' })).toBeVisible();
  await page.goto('/tables/public/Shipment');
  await expect(row(page, 'Moe')).toContainText('Hydrogen');
  expect(errors).toEqual([]);
});

test('records have headings of several columns, of references, and of the tag @record-title', async ({
  page,
}) => {
  const heading = (name: string) => record(page).getByRole('heading', { name, exact: true, level: 2 });
  await page.goto('/tables/public/employees?record=employee_id.eq.2');
  await expect(heading('Andrew Fuller')).toBeVisible();
  await page.goto('/tables/public/order_details?record=order_id.eq.10248,product_id.eq.11');
  await expect(heading('10248, Queso Cabrales')).toBeVisible();
  await page.goto('/tables/public/players?record=id.eq.1');
  await expect(heading('#14 Hegerberg')).toBeVisible();
  await page.goto('/tables/public/orders?record=order_id.eq.10248');
  await expect(heading('Order 10248')).toBeVisible();
});

test('values: composite references, arrays of arrays, partitions', async ({ page }) => {
  await page.goto('/tables/public/stock');
  await expect(row(page, '12,500').getByRole('gridcell', { name: '7 Tea', exact: true })).toBeVisible();
  await page.goto('/tables/public/boards?record=id.eq.1');
  await expect(record(page).getByRole('textbox', { name: 'Cells' })).toHaveValue('[\n  [1, 2],\n  [3, 4]\n]');
  await expect(row(page, 'Small')).toContainText('[1, 2]');
  await page.goto('/tables/public/measurements');
  await expect(row(page, '1.25')).toContainText('Chai');
});

test('records of writable views open and can be edited', async ({ page }) => {
  await page.goto('/tables/public/order_lines?record=order_id.eq.10248,product_id.eq.1');
  const quantity = record(page).getByRole('textbox', { name: 'Quantity' });
  await expect(quantity).toHaveValue('5');
  await quantity.fill('6');
  await record(page).getByRole('button', { name: /^Save/ }).click();
  await expect(record(page).getByRole('button', { name: /^Save/ })).toHaveCount(0);
  const stored = await page.request.get(
    '/api/rows/order_details?order_id=eq.10248&product_id=eq.1&select=quantity',
  );
  expect(await stored.json()).toEqual([{ quantity: 6 }]);
  await page.goto('/tables/public/sales?record=customer_id.eq.VINET');
  await expect(record(page).getByText('Vins et alcools Chevalier').first()).toBeVisible();
});

test('a board shows the rows of a table below the rows that they refer to', async ({ page }) => {
  const rejected: string[] = [];
  page.on('response', (response) => response.status() >= 400 && rejected.push(response.url()));
  await page.goto('/tables/public/employees?view=board.reports_to');
  const lane = page
    .getByRole('region', { name: /Andrew Fuller · Vice|Andrew Fuller · 2|Andrew Fuller/ })
    .first();
  await expect(lane).toContainText('Janet Leverling');
  expect(rejected, 'PostgREST finds the lanes by the column of the reference').toEqual([]);
  await page.goto('/tables/public/measurements?view=board.product_id');
  await expect(page.getByRole('region', { name: 'Queso Cabrales' })).toContainText('2.5');
  expect(rejected, 'PostgREST does not know the keys of partitions').toEqual([]);
});

test('gallery, calendar and board show rows with large values and rows of partitions', async ({ page }) => {
  const errors = watchErrors(page);
  const main = page.getByRole('main');
  await page.goto('/tables/public/paintings?view=gallery');
  await expect(main.getByText('The Harbour').first()).toBeVisible();
  await page.goto('/tables/public/paintings?view=board.state');
  await expect(page.getByRole('region', { name: 'Lent' })).toContainText('The Sea');
  await page.goto('/tables/public/paintings?view=calendar.painted_on.month.1999-05-01');
  await expect(main.getByText('The Harbour').first()).toBeVisible();
  await page.goto('/tables/public/measurements?view=calendar.taken_on.month.2025-03-01');
  await expect(main.getByText(/Chai|1/).first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('cards of a gallery contain their footer at each width', async ({ page }) => {
  await page.goto('/tables/public/articles?view=gallery');
  const avatar = page.getByRole('main').getByText('ND', { exact: true });
  const card = page.getByRole('main').getByRole('button', { name: /Green tea/ });
  for (const width of [1440, 1320, 1310, 1100]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(async () => {
        const [inner, outer] = [await avatar.boundingBox(), await card.boundingBox()];
        return inner && outer && inner.y + inner.height < outer.y + outer.height;
      })
      .toBe(true);
  }
});

test('the list below a month on a phone shows whole titles', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/tables/public/articles?view=calendar.published_at.month.2026-11-24');
  const title = page.getByRole('button', { name: /Green tea/ }).getByText('Green tea', { exact: true });
  // The title of the referenced row is loaded later.
  await expect(title.locator('xpath=..')).toHaveText('Green teaTea');
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('a table without columns, and a view without data, are shown', async ({ page }) => {
  await page.goto('/tables/public/no_columns');
  await expect(page.getByRole('heading', { name: 'No columns' })).toBeVisible();
  await page.goto('/tables/public/not_populated');
  await expect(page.getByText('refresh materialized view not_populated')).toBeVisible();
});

test('names can be escapes of addresses, and properties of every object in JavaScript', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto(`/tables/public/${encodeURIComponent('Rates 100%/a%2Fb')}?record=id.eq.1`);
  await expect(record(page).getByRole('heading', { name: 'Standard', level: 2 })).toBeVisible();
  await expect(record(page).getByRole('textbox', { name: 'To string' })).toHaveValue('');
  await record(page).getByRole('textbox', { name: 'Constructor' }).fill('changed');
  await record(page).getByRole('textbox', { name: '__proto__' }).fill('also changed');
  await record(page).getByRole('button', { name: /^Save/ }).click();
  await expect(record(page).getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await expect(row(page, 'Standard')).toContainText('also changed');
  await page.reload();
  await expect(row(page, 'Standard')).toContainText('also changed');
  await expect(record(page).getByRole('textbox', { name: 'Constructor' })).toHaveValue('changed');
  expect(errors).toEqual([]);
});

test('a table without required columns: no empty record is created, and the title precedes the time', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await page.goto('/tables/public/enquiries?record=new');
  const create = record(page).getByRole('button', { name: /^Create/ });
  await create.click();
  await expect(record(page).getByText('Enter at least one value.')).toBeVisible();
  await expect(record(page).getByRole('textbox', { name: 'Topic' })).toBeFocused();
  await page.keyboard.type('Wholesale');
  await expect(record(page).getByText('Enter at least one value.')).toHaveCount(0);
  await create.click();
  await expect(record(page).getByRole('heading', { name: 'Wholesale', level: 2 })).toBeVisible();
  await expect(grid(page).getByRole('row')).toHaveCount(2);
  await expect(row(page, 'Wholesale').getByRole('gridcell').nth(2)).toHaveText('Wholesale');
  expect(errors).toEqual([]);
});
