import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn } from '../support/support';
import { test } from '../support/workspace';

// The tests' browser is in Copenhagen: in December UTC+1. Tokyo is UTC+9.
const orderFilter = 'id=eq.7';
const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });

async function fetchPlacedAt(page: Page): Promise<string> {
  const [row] = await (await page.request.get(`/api/rows/orders?${orderFilter}&select=placed_at`)).json();
  return new Date(row.placed_at).toISOString();
}

test('a time zone chosen next to a time applies to all times, and a typed time remains the same instant', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.request.patch(`/api/rows/orders?${orderFilter}`, {
    data: { placed_at: '2026-12-24T20:30:00Z' },
  });
  await page.goto(`/tables/public/orders?${orderFilter}&record=id.eq.7`);
  const cell = page.getByRole('gridcell', { name: /^2\d Dec 2026/ });
  const field = record(page).getByLabel('Placed');
  await expect(cell).toHaveText(/24 Dec 2026, 21:30/);
  await field.fill('2026-12-24 22:15');

  await record(page).getByRole('button', { name: 'Time zone: Europe/Copenhagen. Change' }).click();
  await page.getByPlaceholder('Search time zones…').fill('tokyo');
  await page.keyboard.press('Enter');
  await expect(cell).toHaveText(/25 Dec 2026, 05:30/);
  await expect(field).toHaveValue('25 Dec 2026, 06:15');
  await expectAccessible(page);
  await record(page).getByRole('button', { name: /^Save/ }).click();
  await expect.poll(() => fetchPlacedAt(page)).toBe('2026-12-24T21:15:00.000Z');

  await page.reload();
  await expect(field).toHaveValue('25 Dec 2026, 06:15');
  await field.fill('2026-12-24 20:00 +01:00');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => fetchPlacedAt(page)).toBe('2026-12-24T19:00:00.000Z');
  await expect(field).toHaveValue('25 Dec 2026, 04:00');
});

test('a time zone is chosen by keyboard in the palette and applies to imported times', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/roast_readings');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('time zone');
  await page.keyboard.press('Enter');
  const setting = page.getByRole('combobox', { name: 'Time zone', exact: true });
  await expect(setting).toHaveText('System: Europe/Copenhagen');
  await setting.press('Enter');
  await expect(page.getByPlaceholder('Search time zones…')).toBeFocused();
  await page.keyboard.type('new york');
  await page.keyboard.press('Enter');
  await expect(setting).toHaveText('America/New York');
  await expectAccessible(page);

  await page.goto('/tables/public/roast_readings/import');
  const csv =
    'Taken,Roaster,Batch,Bean temperature,Air temperature,Gas\n2026-12-24 12:00,Old Anna,424242,20,20,5\n';
  const file = { name: 'readings.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('File to import').setInputFiles(file);
  await page.getByRole('button', { name: 'Insert 1 row' }).click();
  await expect(page.getByText('Done: 1 row')).toBeVisible();
  const [row] = await (
    await page.request.get('/api/rows/roast_readings?batch=eq.424242&select=taken_at')
  ).json();
  expect(new Date(row.taken_at).toISOString()).toBe('2026-12-24T17:00:00.000Z');

  await page.goto('/account');
  await setting.click();
  await page.getByRole('option', { name: /^System/ }).click();
  await expect(setting).toHaveText('System: Europe/Copenhagen');
});
