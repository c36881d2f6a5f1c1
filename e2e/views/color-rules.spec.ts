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

test('the mark of a row is as far from the text as other parts of a cell', async ({ page }) => {
  await signIn(page, 'staff');
  await page.goto('/tables/public/orders?colors=red(status.eq.draft)&status=eq.draft');
  const mark = page.locator('[role=gridcell]').getByRole('img', { name: 'Status is Draft' }).first();
  await expect(mark).toBeVisible();
  const distance = await mark.evaluate((shape) => {
    const cell = shape.closest('[role=gridcell]') as HTMLElement;
    const { paddingInlineStart, gap } = getComputedStyle(cell);
    const textStart = cell.getBoundingClientRect().left + Number.parseFloat(paddingInlineStart);
    return { actual: textStart - shape.getBoundingClientRect().right, gap: Number.parseFloat(gap) };
  });
  expect(distance.actual).toBeCloseTo(distance.gap, 1);
});

test('a calendar with rules has no other colors than the legend, also on a phone', async ({ page }) => {
  await signIn(page, 'staff');
  const events = page.locator('[data-days] button[data-card]');
  await page.goto('/tables/public/orders?view=calendar.due_on');
  await expect(events.and(page.locator('[data-hue]')).first()).toBeVisible();
  await page.goto('/tables/public/orders?view=calendar.due_on&colors=blue.total(total.gt.500)');
  await expect(events.and(page.locator('[data-rule=blue]')).first()).toBeVisible();
  await expect(events.and(page.locator('[data-uncolored]')).first()).toBeVisible();
  await expect(events.and(page.locator('[data-hue]'))).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const dots = page.getByRole('gridcell').locator('[data-rule], [data-uncolored], [data-hue]');
  await expect(dots.and(page.locator('[data-rule=blue]')).first()).toBeVisible();
  await expect(dots.and(page.locator('[data-hue]'))).toHaveCount(0);
});

test('a card of the week shows that it is overdue, and its number on one line', async ({ page }) => {
  await signIn(page, 'owner');
  const changed = await page.request.patch('/api/rows/orders?status=eq.packed&total=gt.1000', {
    data: { due_on: '2020-02-26' },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  await page.goto('/tables/public/orders?view=calendar.due_on.week.2020-02-26&colors=red(status.eq.packed)');
  const card = page.locator('[data-days] button[data-card]').first();
  await expect(card.getByRole('img', { name: 'Overdue' })).toBeVisible();
  const number = card.getByText(/^\d{5}$/);
  expect((await number.boundingBox())?.height).toBeLessThan(26);
});

test('a rule colors a card of a gallery to its end', async ({ page }) => {
  await signIn(page, 'staff');
  await page.goto('/tables/public/products?view=gallery&colors=red(price.gt.0)');
  const card = page.locator('button[data-card]').first();
  const fill = card.locator('span[data-rule=red]');
  await expect(fill).toBeAttached();
  const bottom = (element: Element) => element.getBoundingClientRect().bottom;
  expect((await card.evaluate(bottom)) - (await fill.evaluate(bottom))).toBeLessThanOrEqual(1);
});
