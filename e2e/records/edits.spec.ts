import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { demoUsers, expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests the outcomes of an edit: rejected, in conflict, undone, offline, by keyboard only.
// Each test edits another customer, so that the tests can run in any order.

const grid = (page: Page) => page.getByRole('grid', { name: 'Customers' });
const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });
const savedMessage = (page: Page) => page.getByText('All changes saved');

async function fetchCity(page: Page, id: number): Promise<unknown> {
  const response = await page.request.get(`/api/rows/customers?id=eq.${id}&select=city`);
  return (await response.json())[0]?.city;
}

/** Resets a customer's city to a value that no test types, and opens its cell in the grid. */
async function openCityCell(page: Page, id: number): Promise<Locator> {
  const made = await page.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city: 'Aarhus' } });
  expect(made.status()).toBe(200);
  await page.goto(`/tables/public/customers?id=eq.${id}&select=name,city`);
  const cell = grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2);
  await expect(cell).toContainText('Aarhus');
  return cell;
}

/** Enters a new value into a cell with a click, typing and Enter. */
async function editCity(page: Page, cell: Locator, text: string) {
  await cell.click();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'City' }).fill(text);
  await page.keyboard.press('Enter');
}

async function openSecondBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const page = await (
    await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  ).newPage();
  await signIn(page, 'owner');
  return page;
}

test('two users edit the same cell: the second user chooses which value to store', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL);
  const mine = await openCityCell(page, 20);
  const theirs = await openCityCell(other, 20);

  await editCity(other, theirs, 'Ribe');
  await expect(savedMessage(other)).toBeVisible();
  await editCity(page, mine, 'Odense');
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this too' });
  await expect(dialog.getByRole('radio', { name: /Yours.*Odense/ })).toBeChecked();
  await expectAccessible(page);
  expect(await fetchCity(page, 20)).toBe('Ribe');

  await dialog.getByRole('radio', { name: /Theirs.*Ribe/ }).check();
  await dialog.getByRole('button', { name: 'Save selection' }).click();
  await expect(dialog).toBeHidden();
  expect(await fetchCity(page, 20)).toBe('Ribe');
  await expect(mine).toContainText('Ribe');

  await editCity(page, mine, 'Odense');
  await expect(savedMessage(page)).toBeVisible();
  expect(await fetchCity(page, 20)).toBe('Odense');
  await other.context().close();
});

test('a change that the database rejects is reverted in the grid and shows the reason', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders?status=eq.delivered&order=number&select=number,status');
  const rows = page.getByRole('grid', { name: 'Orders' }).getByRole('row');
  const cell = rows.nth(2).getByRole('gridcell').nth(2);
  await cell.click();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Status' }).fill('roasting');
  await page.keyboard.press('Enter');
  const notice = page.getByRole('alert').filter({ hasText: 'not changed to “roasting”' });
  await expect(notice).toContainText('is delivered and can');
  await expect(cell).toContainText('Delivered');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
});

test('a saved edit is undone with Ctrl+Z and redone', async ({ page }) => {
  await signIn(page, 'owner');
  const cell = await openCityCell(page, 21);
  await editCity(page, cell, 'Skagen');
  await expect(savedMessage(page)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(cell).toContainText('Aarhus');
  await expect.poll(() => fetchCity(page, 21)).toBe('Aarhus');
  await page.keyboard.press('Control+Shift+z');
  await expect(cell).toContainText('Skagen');
  await expect.poll(() => fetchCity(page, 21)).toBe('Skagen');
});

test('by keyboard alone: sign in, open a table, edit a cell, open its record, close it', async ({ page }) => {
  const errors = watchErrors(page);
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type('owner@harbour.test');
  await press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('tableside');
  await press('Enter');
  await expect(page.getByRole('button', { name: `${demoUsers.owner}, owner: account menu` })).toBeVisible();

  await press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('customers');
  await press('Enter');
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();

  await press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('Kavos Namai');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');

  // Tab moves through the toolbar to the grid, which has a single tab stop.
  const inGrid = () => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null);
  for (let tabs = 0; tabs < 15 && !(await inGrid()); tabs++) await press('Tab');
  expect(await inGrid()).toBe(true);
  const active = page.locator('[aria-selected=true]');
  await press('ArrowDown', 'ArrowRight', 'ArrowRight');
  await expect(active).toContainText('Kavos Namai');
  await press('F2', 'End');
  await page.keyboard.type(' Vilnius');
  await press('Enter');
  await expect(savedMessage(page)).toBeVisible();
  await expect(grid(page)).toContainText('Kavos Namai Vilnius');
  await press('Control+z');
  await expect(grid(page)).not.toContainText('Kavos Namai Vilnius');

  await press('ArrowUp', 'ArrowDown', 'Space');
  await expect(record(page)).toContainText('Kavos Namai');
  await press('Space');
  await expect(record(page)).toBeFocused();
  await press('Tab');
  await expect(record(page).locator(':focus')).toBeVisible();
  await press('Escape'); // hides the button's tooltip
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await press('Escape');
  await expect(record(page)).toBeHidden();
  await expect.poll(inGrid).toBe(true);
  expect(errors).toEqual([]);
});

test('Enter opens a long text unchanged, and typing on the cell replaces it', async ({ page }) => {
  await signIn(page, 'owner');
  const order = '/api/rows/orders?id=eq.600';
  const made = await page.request.patch(order, { data: { notes: 'Leave at the side door.' } });
  expect(made.status()).toBe(200);
  const notes = async () => (await (await page.request.get(`${order}&select=notes`)).json())[0]?.notes;
  await page.goto('/tables/public/orders?id=eq.600&select=number,notes');
  const cell = page
    .getByRole('grid', { name: 'Orders' })
    .getByRole('row')
    .nth(1)
    .getByRole('gridcell')
    .nth(2);
  await expect(cell).toContainText('side door');
  const editor = page.getByRole('textbox', { name: 'Notes' });

  await cell.click();
  await page.keyboard.press('Enter');
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue('Leave at the side door.');
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await expect(cell).toBeFocused();
  await page.keyboard.type('Ring twice');
  await expect(editor).toHaveValue('Ring twice');
  await page.keyboard.press('Enter');
  await expect.poll(notes).toBe('Ring twice');
});
