import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, watchErrors } from './support';

const grid = (page: Page) => page.getByRole('grid');

/** Chooses an item of the table's menu for files, and answers with what is downloaded. */
async function downloaded(page: Page, item: string): Promise<string> {
  await page.getByRole('button', { name: /export$/i }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return await readFile(await (await download).path(), 'utf8');
}

test('all that match leave as they are shown, whole, as JSON, and as Markdown', async ({ page, context }) => {
  const errors = watchErrors(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders?status=eq.cancelled&order=number.desc&select=number,status');
  await expect(grid(page).getByRole('row').nth(1)).toContainText('cancelled');
  const listed = await page.request.get('/api/rows/orders?status=eq.cancelled&order=number.desc&limit=1000');
  const orders: { number: number }[] = await listed.json();

  await expectAccessible(page);

  await test.step('CSV as shown', async () => {
    const csv = await downloaded(page, 'CSV, columns as shown');
    const lines = orders.map(({ number }) => `${number},cancelled\r\n`);
    expect(csv).toBe(`number,status\r\n${lines.join('')}`);
  });
  await test.step('CSV with all columns', async () => {
    const head = (await downloaded(page, 'CSV, all columns')).split('\r\n')[0]?.split(',');
    expect(head).toEqual(expect.arrayContaining(Object.keys(orders[0] ?? {})));
  });
  await test.step('JSON', async () => {
    expect(JSON.parse(await downloaded(page, 'JSON, all columns'))).toEqual(orders);
  });
  await test.step('Markdown of the selected rows', async () => {
    await grid(page).getByRole('row').nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: /export$/i }).click();
    await page.getByRole('menuitem', { name: 'Copy 1 selected as Markdown' }).click();
    await expect(page.getByText('1 row copied as Markdown.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `| Number | Status |\n| --: | --- |\n| ${orders[0]?.number} | cancelled |\n`,
    );
  });
  expect(errors).toEqual([]);
});
