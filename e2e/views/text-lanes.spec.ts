import { expect, type Page } from '@playwright/test';
import { signUp } from '../support/auth-support';
import { expectAccessible, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Boards whose lanes are the values of a text that is a status by its name.

test.use({ backend: 'deals', live: true });

const lanes = (page: Page) => page.locator('[data-lane]').getByRole('heading', { level: 2 });
const card = (page: Page, lane: string, name: string) =>
  page.locator(`[data-lane="${lane}"]`).getByRole('button', { name });

test('a card moves between the values of a text, and another user sees the move and a new value', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchErrors(page);
  await signUp(page, 'deals@example.test');
  await page.goto('/tables/public/deals');
  await page.getByRole('link', { name: 'Board' }).click();
  // Without the values of rows that the user can't read.
  const initial = ['Opportunity', 'Delayed', 'In-negotiation', 'Won', 'No Stage'];
  await expect(lanes(page)).toHaveText(initial);
  await expect(page.getByText('13 rows in 5 lanes')).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: String(baseURL) });
  const other = await context.newPage();
  await signUp(other, 'other@example.test');
  await other.goto('/tables/public/deals?view=board&id=gt.10');
  await expect(lanes(other), 'as with an enum').toHaveText(initial);
  await expect(card(other, '=delayed', 'Late deal')).toBeVisible();
  await expect(other.getByText('Live', { exact: true })).toBeVisible();

  await card(page, '=delayed', 'Late deal').press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByText('Late deal is now in In-negotiation.')).toBeAttached();
  await expect(card(other, '=in-negotiation', 'Late deal')).toBeVisible();
  const response = await page.request.get('/api/rows/deals?id=eq.14&select=stage');
  expect(await response.json()).toEqual([{ stage: 'in-negotiation' }]);
  await expect(lanes(page), 'the lane without cards can get cards again').toHaveText(initial);

  await card(page, '=in-negotiation', 'Late deal').click();
  const record = page.getByRole('complementary', { name: 'Record' });
  await expect(record.getByTitle('in-negotiation')).toBeVisible();
  await record.getByRole('textbox', { name: 'Stage' }).fill('on hold');
  await record.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, '=on hold', 'Late deal')).toBeVisible();
  await expect(card(other, '=on hold', 'Late deal')).toBeVisible();
  expect(errors).toEqual([]);
});

test('shows the most frequent of many values, those of the filtered rows, and one that the user enters', async ({
  page,
}) => {
  await signUp(page, 'parcels@example.test');
  await page.goto('/tables/public/parcels?view=board');
  await expect(page.getByText('60 rows, first 20 lanes shown')).toBeVisible();
  await expect(lanes(page).first()).toHaveText('Packed');
  await expect(lanes(page)).toHaveCount(20);
  await page.goto('/tables/public/parcels?view=board&id=gt.55');
  await expect(lanes(page)).toHaveText(['Packed', 'Shelf 57', 'Shelf 59']);

  // Without live updates: the table is not published.
  await card(page, '=shelf 59', 'Parcel 59').click();
  const record = page.getByRole('complementary', { name: 'Record' });
  await record.getByRole('textbox', { name: 'Status' }).fill('returned');
  await record.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, '=returned', 'Parcel 59')).toBeVisible();
  await expect(lanes(page)).toHaveText(['Packed', 'Shelf 57', 'Shelf 59', 'Returned']);
});
