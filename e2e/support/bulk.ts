import { expect, type Locator, type Page } from '@playwright/test';

export async function signUpAndReset(page: Page) {
  const account = { email: 'bulk@example.test', password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (!made.ok()) {
    const response = await page.request.post('/api/auth/sign-in', { data: account });
    expect(response.status(), await response.text()).toBe(200);
  }
  const reset = await page.request.post('/api/rpc/start_anew', { data: {} });
  expect(reset.ok(), await reset.text()).toBe(true);
}

export const dialog = (page: Page) => page.getByRole('dialog');

/** Selects all matching rows: the header's checkbox, then “all matching” if not all are loaded. */
export async function selectAll(page: Page, query: string, count: number) {
  await page.goto(`/tables/public/shipments?select=label,status,weight,note&order=id&${query}`);
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('columnheader').first().getByRole('checkbox').click();
  if (count > 100) await page.getByRole('button', { name: `Select all ${count} matching rows` }).click();
}

/** Opens the bulk edit of the selected rows for a column. */
export async function openBulkEdit(page: Page, column: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit…' }).click();
  await expect(dialog(page).getByText(/This changes/)).toBeVisible();
  await dialog(page).getByRole('combobox', { name: 'Column to change' }).click();
  await page.getByRole('option', { name: column, exact: true }).click();
  return dialog(page).getByLabel(column, { exact: true });
}
