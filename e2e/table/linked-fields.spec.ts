import { expect, type Page } from '@playwright/test';
import { signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const ordersPath = '/tables/public/orders';

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'View' });

test('rows are filtered, sorted and shown by fields of linked records', async ({ page, context }) => {
  const errors = watchErrors(page);
  await signIn(page, 'staff');
  await page.goto(ordersPath);
  await toolbar(page).getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: 'Fields of Customer' }).click();
  await page.getByRole('option', { name: 'Country', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('DE');
  await page.getByRole('textbox', { name: 'Value' }).press('Enter');
  await expect(page).toHaveURL(/customer_id\.country=(eq|ilike)/);
  await expect(page.getByRole('button', { name: /Customer › Country/ })).toBeVisible();

  await toolbar(page)
    .getByRole('button', { name: /columns/ })
    .click();
  await page.getByRole('combobox', { name: 'Add field of linked record' }).click();
  await page.getByRole('option', { name: 'Fields of Customer' }).click();
  await page.getByRole('option', { name: 'City', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.goto(`${page.url()}&order=customer_id(city).desc`);
  const header = page.getByRole('columnheader', { name: /Customer › City/ });
  await header.scrollIntoViewIfNeeded();
  await expect(header).toHaveAttribute('aria-sort', 'descending');

  const index = await header.getAttribute('aria-colindex');
  const cells = page.locator(`[role=row]:has([role=gridcell]) [role=gridcell][aria-colindex="${index}"]`);
  await expect(cells.first()).toHaveText(/\p{L}/u);
  const cities = (await cells.allTextContents()).filter((text) => text !== '');
  const rows = await context.request.get(
    '/api/rows/orders?select=customer_id!inner(city,country)&customer_id.country=eq.DE',
  );
  const expected = ((await rows.json()) as { customer_id: { city: string } }[])
    .map(({ customer_id: { city } }) => city)
    .sort()
    .reverse();
  expect(cities).toEqual(expected.slice(0, cities.length));
  expect(errors).toEqual([]);
});
