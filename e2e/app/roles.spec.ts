import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { demoUsers, expectAccessible, type Role, signInByPage, watchErrors } from '../support/support';
import { test } from '../support/workspace';

async function signInAs(page: Page, role: Role) {
  await page.goto('/');
  await signInByPage(page, role);
  await expect(page.getByRole('button', { name: `${demoUsers[role]}, ${role}: account menu` })).toBeVisible();
}

const sidebar = (page: Page) => page.getByRole('navigation').first();
const grid = (page: Page) => page.getByRole('grid');
const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });

async function openTable(page: Page, title: string) {
  await sidebar(page).getByRole('link', { name: title, exact: false }).first().click();
  await expect(grid(page)).toBeVisible();
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
}

test('a guest sees the sign-in page and signs in by mouse and by keyboard', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/tables/public/orders');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Email' }).fill('owner@harbour.test');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(/password/i);

  await page.getByLabel('Password', { exact: true }).fill('tableside');
  await page.keyboard.press('Enter');
  await expect(grid(page)).toBeVisible(); // the requested address
  expect(new URL(page.url()).pathname).toBe('/tables/public/orders');
  expect(errors).toEqual([]);
});

test.describe('with the limit of sign-ins', () => {
  test.use({ settings: { TABLESIDE_SIGN_INS_PER_ACCOUNT: '10' } });

  test('after too many wrong passwords, the form shows in how many seconds to try again', async ({
    page,
  }) => {
    const guess = { email: 'guessed@harbour.test', password: 'wrong' };
    for (let i = 0; i < 10; i++) await page.request.post('/api/auth/sign-in', { data: guess });
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Email' }).fill(guess.email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Password', { exact: true }).fill(guess.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Too many attempts.');
    await expect(page.getByRole('button', { name: /^Try again in \d+ seconds?$/ })).toBeDisabled();
    await page.goto('/');
    await signInByPage(page, 'owner'); // the limit applies to that account only
    await expect(page.getByRole('button', { name: `${demoUsers.owner}, owner: account menu` })).toBeVisible();
  });
});

test('the owner sorts, filters, scrolls, changes a field, and finds the new value', async ({ page }) => {
  const errors = watchErrors(page);
  await signInAs(page, 'owner');
  await openTable(page, 'Orders');
  await expectAccessible(page);

  await test.step('sorts', async () => {
    await grid(page).getByRole('columnheader', { name: 'Number' }).click();
    await expect(page).toHaveURL(/order=number(\.asc)?(&|$)/);
    await expect(grid(page).getByRole('row').nth(1)).toContainText('10001');
  });
  await test.step('scrolls to rows that were not loaded', async () => {
    await grid(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(grid(page).getByRole('row').last()).toContainText('10612');
  });
  await test.step('filters through the address', async () => {
    await page.goto('/tables/public/orders?status=eq.cancelled&order=number');
    await expect(grid(page).getByRole('row').nth(1)).toContainText('Canceled');
    await expect(grid(page)).not.toContainText('Delivered');
    await expect(page.getByRole('toolbar', { name: 'View' })).toContainText('Canceled');
  });
  await test.step('opens a record and changes it', async () => {
    await page.goto('/tables/public/orders?record=id.eq.7');
    const note = `Ring twice, ${Date.now()}`;
    await record(page).getByLabel('Notes', { exact: true }).fill(note);
    await record(page).getByRole('button', { name: 'Save' }).click();
    await expect(record(page).getByRole('button', { name: 'Save' })).toBeHidden();
    await expectAccessible(page);
    await page.reload();
    await expect(record(page).getByLabel('Notes', { exact: true })).toHaveValue(note);
  });
  expect(errors).toEqual([]);
});

test('a change that the database rejects shows the reason and changes nothing', async ({ page }) => {
  await signInAs(page, 'owner');
  await page.goto('/tables/public/orders?status=eq.delivered&order=number&record=id.eq.5');
  await expect(record(page)).toContainText('Delivered');
  await record(page).getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'roasting' }).click();
  await record(page).getByRole('button', { name: 'Save' }).click();
  await expect(record(page)).toContainText('is delivered and can');
  await expect(record(page)).toContainText('Create a new order for missing items.');
  await expectAccessible(page);
  const row = await page.request.get('/api/rows/orders?id=eq.5&select=status');
  expect(await row.json()).toEqual([{ status: 'delivered' }]);
});

test('staff can change the stock but not the price', async ({ page }) => {
  await signInAs(page, 'staff');
  await openTable(page, 'Products');
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /^New/ })).toHaveCount(0);
  await page.goto('/tables/public/products?order=sku&record=id.eq.1');
  await expect(record(page).getByLabel('Stock', { exact: false }).first()).toBeEditable();
  await expect(record(page).getByRole('button', { name: /^Price can’t be changed/ })).toBeVisible();
  const rejected = await page.request.patch('/api/rows/products?id=eq.1', { data: { price: '1.00' } });
  expect(rejected.status()).toBe(403);
  expect((await rejected.json()).code).toBe('42501');
});

test('viewers see their own orders and can change nothing', async ({ page }) => {
  await signInAs(page, 'viewer');
  await openTable(page, 'Orders');
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /^New/ })).toHaveCount(0);
  await expect(sidebar(page).getByRole('link', { name: 'Roast readings' })).toHaveCount(0);
  const mine = await page.request.get('/api/rows/orders?select=id', { headers: { Prefer: 'count=exact' } });
  const total = Number(mine.headers()['content-range']?.split('/')[1]);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(612);
  await grid(page).getByRole('gridcell').nth(2).dblclick();
  await expect(page.getByRole('textbox', { name: /Number|Status|Customer/ })).toHaveCount(0);
});

test('the owner uploads, views and downloads an image; a viewer can’t upload', async ({ page }) => {
  const errors = watchErrors(page);
  await signInAs(page, 'owner');
  await sidebar(page).getByRole('link', { name: 'Delivery proofs' }).click();
  await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible();
  await expectAccessible(page);

  const name = `proof ${Date.now()}.png`;
  const png = await page.screenshot();
  const sent = await page.evaluateHandle(
    ([bytes, name]) => {
      const transfer = new DataTransfer();
      const binary = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      transfer.items.add(new File([binary], name, { type: 'image/png' }));
      return transfer;
    },
    [png.toString('base64'), name] as const,
  );
  const files = page.getByRole('region', { name: 'Files' });
  await files.dispatchEvent('dragenter', { dataTransfer: sent });
  await expect(page.getByText(/^Upload to delivery.proofs$/i)).toBeVisible();
  await files.dispatchEvent('drop', { dataTransfer: sent });
  const uploaded = files.getByRole('link', { name }).or(files.getByRole('button', { name, exact: true }));
  await uploaded.first().click();
  const preview = page.getByRole('dialog', { name });
  await expect(preview.getByRole('img', { name })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await preview.getByRole('link', { name: 'Download' }).click();
  expect((await readFile(await (await download).path())).equals(png)).toBe(true);
  expect(errors).toEqual([]);

  await page.request.post('/api/auth/sign-out');
  await signInAs(page, 'viewer');
  await page.goto('/files/documents');
  await expect(page.getByText('View only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(0);
  await expectAccessible(page);
});
