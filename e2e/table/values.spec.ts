import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn } from '../support/support';
import { test } from '../support/workspace';

const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });

test.describe('in the formats of Germany', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('tableside.locale', 'de-DE'));
    await signIn(page, 'owner');
  });

  test('amounts and dates are shown, typed and pasted as Germans write them', async ({ page }) => {
    const read = async () => {
      const response = await page.request.get('/api/rows/products?id=eq.1&select=price,launched_on');
      return (await response.json())[0];
    };
    await page.goto('/tables/public/products?id=eq.1&select=name,price,launched_on&record=id.eq.1');
    const price = record(page).getByLabel('Price');
    await price.fill('15,90');
    await record(page).getByLabel('Launched').fill('24.12.2026');
    await record(page).getByRole('button', { name: /^Save/ }).click();
    await expect.poll(read).toEqual({ price: 15.9, launched_on: '2026-12-24' });
    await expect(price).toHaveValue('15,90');
    await expect(page.getByRole('gridcell', { name: /^15,90\s€$/ })).toBeVisible();
    await expect(page.getByRole('gridcell', { name: '24.12.2026' })).toBeVisible();

    const cell = page.getByRole('gridcell', { name: /^15,90\s€$/ });
    await cell.click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', '1.050,25');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect.poll(async () => (await read()).price).toBe(1050.25);
  });
});

test('a late order stands out until it is delivered, in the grid and in its record', async ({ page }) => {
  await signIn(page, 'owner');
  const response = await page.request.get(
    '/api/rows/orders?status=eq.confirmed&select=id&order=id.asc&limit=1',
  );
  const [{ id }] = await response.json();
  expect(
    (await page.request.patch(`/api/rows/orders?id=eq.${id}`, { data: { due_on: '2020-02-29' } })).ok(),
  ).toBe(true);
  await page.goto(`/tables/public/orders?id=in.(${id},1)&record=id.eq.${id}`);
  const late = page.getByRole('gridcell', { name: 'Overdue 29 Feb 2020' });
  await expect(late).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Confirmed', exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Overdue' })).toHaveCount(2);
  await expectAccessible(page);
});
