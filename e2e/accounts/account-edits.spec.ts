import { expect, type Page } from '@playwright/test';
import { accountMenu } from '../support/auth-support';
import {
  abortWrites,
  addCustomer,
  editCity,
  fetchCity,
  grid,
  openCityCell,
  queuedMark,
} from '../support/customers';
import { shiftClock } from '../support/dates';
import { demoUsers, goOffline, signIn } from '../support/support';
import { test } from '../support/workspace';

// Tests edits that wait while the session ends or another account signs in: none is lost, or sent as another user.

/** Collects the users as whom the page sends changes of customers. */
function collectWriters(page: Page): string[] {
  const writers: string[] = [];
  page.context().on('request', (request) => {
    if (request.method() !== 'PATCH' || !request.url().includes('/api/rows/customers')) return;
    writers.push(request.headers()['x-tableside-expected-user'] ?? '');
  });
  return writers;
}

const readUser = async (page: Page) => (await (await page.request.get('/api/workspace')).json()).user;

test.describe('with TABLESIDE_LOCK_MINUTES', () => {
  test.use({ settings: { TABLESIDE_LOCK_MINUTES: '5' } });

  test('an edit that was made offline is sent after the lock, which ends the session when the network returns', async ({
    page,
    context,
  }) => {
    await signIn(page, 'staff');
    const id = await addCustomer(page, 'Locked Offline');
    const cell = await openCityCell(page, id);
    await goOffline(page);
    await editCity(page, cell, 'Skive');
    await expect(queuedMark(cell)).toBeVisible();

    // The user returns to the tab after six minutes, in which the computer slept.
    await page.evaluate(shiftClock, 6 * 60_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const dialog = page.getByRole('dialog', { name: 'Locked' });
    await expect(dialog).toBeVisible();
    await expect(grid(page)).toBeHidden();
    // The server does not know of the lock yet.
    expect((await readUser(page))?.name).toBe(demoUsers.staff);

    await context.setOffline(false);
    await expect.poll(() => readUser(page)).toBe(null);
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill('tableside');
    await dialog.getByLabel('Password', { exact: true }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(cell).toContainText('Skive');
    await expect(queuedMark(cell)).toBeHidden();
    await expect.poll(() => fetchCity(page, id)).toBe('Skive');
  });
});

test('an edit that waits during a switch of accounts is sent only as the user who made it', async ({
  page,
}) => {
  const writers = collectWriters(page);
  await signIn(page, 'owner');
  const owner = (await readUser(page)).id as string;
  const id = await addCustomer(page, 'Switched Meanwhile');
  const added = await page.request.post('/api/auth/sign-in?add=1', {
    data: { email: 'staff@harbour.test', password: 'tableside' },
  });
  expect(added.status()).toBe(200);
  expect((await page.request.post('/api/auth/switch', { data: { userId: owner } })).status()).toBe(200);

  const cell = await openCityCell(page, id);
  const restore = await abortWrites(page);
  await editCity(page, cell, 'Thisted');
  await expect(queuedMark(cell)).toBeVisible();
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: `Switch to ${demoUsers.staff}` }).click();
  await expect(accountMenu(page, new RegExp(demoUsers.staff))).toBeVisible();
  await restore();

  // The other user's own edit is sent, and the waiting one is not.
  const other = await addCustomer(page, 'Edited As Staff');
  await editCity(page, await openCityCell(page, other), 'Struer');
  await expect.poll(() => fetchCity(page, other)).toBe('Struer');
  await expect(page.getByRole('button', { name: /edits? waiting/ })).toHaveCount(0);
  expect(await fetchCity(page, id)).toBe('Aarhus');

  writers.length = 0;
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: `Switch to ${demoUsers.owner}` }).click();
  await expect(accountMenu(page, new RegExp(demoUsers.owner))).toBeVisible();
  await expect.poll(() => fetchCity(page, id)).toBe('Thisted');
  expect(writers).toEqual([owner]);
});
