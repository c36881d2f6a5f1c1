import { expect, type Page } from '@playwright/test';
import { signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const rules = 'colors=red(status.eq.draft),blue.total(total.gt.500)';

const shapes = (page: Page, label: RegExp) => page.getByRole('img', { name: label });

test('rules color rows and cells, with a legend and shapes, in every view', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'staff');
  await page.goto('/tables/public/orders');
  await page.getByRole('button', { name: 'Colors', exact: true }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conditions of the rule' });
  await dialog.getByRole('combobox', { name: 'Column' }).click();
  await page.getByRole('option', { name: 'Status', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'draft' }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/colors=red\(status\./);

  await page.goto(`/tables/public/orders?${rules}&order=status`);
  const draftRow = page.locator('[role=row][data-rule=red]').first();
  await expect(draftRow.getByRole('img', { name: 'Status is Draft' })).toBeVisible();
  await expect(shapes(page, /^Total > .500/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove rule' })).toHaveCount(2);

  await page.goto(`/tables/public/orders?view=board.status&${rules}`);
  await expect(shapes(page, /^Status is Draft/).first()).toBeVisible();
  await page.goto(`/tables/public/orders?view=calendar.due_on&colors=red(total.gt.0)`);
  await expect(shapes(page, /^Total > .0/).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/tables/public/orders?${rules}&status=eq.draft`);
  await expect(shapes(page, /^Status is Draft/).first()).toBeVisible();
  expect(errors).toEqual([]);
});
