import { expect } from '@playwright/test';
import { signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

test('rows have the chosen height, and a cell shows its whole value', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await page.goto('/tables/public/products?select=name,description,attributes');
  const grid = page.getByRole('grid', { name: 'Products' });
  const row = grid.locator('[role=row]:has([role=gridcell])').first();
  await expect(row).toHaveCSS('height', '32px');
  await page.getByRole('button', { name: 'Row height: Normal' }).click();
  await page.getByRole('menuitemradio', { name: 'Tall' }).click();
  await expect(row).toHaveCSS('height', '66px');
  await page.reload();
  await expect(row).toHaveCSS('height', '66px');

  const cell = row.getByRole('gridcell').nth(2);
  await cell.click();
  await cell.press('Shift+Enter');
  const popover = page.getByRole('dialog', { name: 'Whole value of Description' });
  await expect(popover).toContainText((await cell.textContent()) ?? '?');
  await popover.press('Escape');
  await expect(popover).toBeHidden();
  await expect(cell).toBeFocused();
  expect(errors).toEqual([]);
});
