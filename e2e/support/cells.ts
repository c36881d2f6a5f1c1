import { expect, type Locator, type Page } from '@playwright/test';

export const savedMessage = (page: Page) => page.getByText('All changes saved');

/** Returns the cell at a row and column of the table, both zero-based. */
export function cellAt(page: Page, row: number, column: number): Locator {
  return page
    .getByRole('grid')
    .locator(`[role=row][aria-rowindex="${row + 2}"] > [role=gridcell][aria-colindex="${column + 2}"]`);
}

export const columns = 'name,city,country,phone';

export async function fetchCustomers(page: Page, from: number, to: number): Promise<unknown> {
  const query = `id=gte.${from}&id=lte.${to}&order=id&select=${columns}`;
  return (await page.request.get(`/api/rows/customers?${query}`)).json();
}

export async function openCustomers(page: Page, from: number, to: number) {
  await page.goto(`/tables/public/customers?and=(id.gte.${from},id.lte.${to})&order=id&select=${columns}`);
  await expect(cellAt(page, to - from, 0)).toBeVisible();
}

export const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Waits until a change is stored in the database, then undoes it. */
export async function undoTo(page: Page, before: unknown, read: () => Promise<unknown>) {
  await expect.poll(read).not.toEqual(before);
  await expect(savedMessage(page)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(read).toEqual(before);
}
