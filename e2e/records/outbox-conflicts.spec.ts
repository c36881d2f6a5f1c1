import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import {
  abortWrites,
  addCustomer,
  changesDialog,
  editCity,
  fetchCity,
  fetchCustomer,
  openCityCell,
  openSecondBrowser,
  queuedMark,
  record,
} from '../support/customers';
import { demoUsers, expectAccessible, goOffline, signIn } from '../support/support';
import { test } from '../support/workspace';

// Tests queued edits that another user’s edit, the end of the session, or another backend prevents.

test('a delete of a row that another user changed must be confirmed again, both online and after it was queued', async ({
  page,
  context,
}) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Delete Conflict');
  const open = async () => {
    await page.goto(`/tables/public/customers?id=eq.${id}&record=id.eq.${id}`);
    await expect(record(page).getByRole('heading', { name: 'Delete Conflict' })).toBeVisible();
  };
  const change = (city: string) => page.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city } });
  const ask = page.getByRole('alertdialog');
  await open();
  await change('Theirs');
  await record(page).getByRole('button', { name: 'Delete' }).click();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(ask).toContainText(/was changed since you saw it.*City.*Aarhus.*Theirs/s);
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'Cancel' }).click();
  expect(await fetchCity(page, id)).toBe('Theirs');

  await open();
  await goOffline(page);
  await record(page).getByRole('button', { name: 'Delete' }).click();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: '1 delete waiting' })).toBeVisible();
  await change('Again');
  await context.setOffline(false);
  const conflictDialog = page.getByRole('alertdialog', { name: /Delete Delete Conflict anyway/ });
  await expect(conflictDialog).toContainText(/City.*Theirs.*Again/s);
  await expectAccessible(page);
  await conflictDialog.getByRole('button', { name: 'Delete anyway' }).click();
  await expect.poll(() => fetchCustomer(page, id)).toBeUndefined();
});

test('the next user of the same browser neither sees nor sends another user’s queued edits', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Whose');
  const cell = await openCityCell(page, id);
  const restore = await abortWrites(page);
  await editCity(page, cell, 'Ebeltoft');
  await expect(queuedMark(cell)).toBeVisible();

  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const ask = page.getByRole('alertdialog', { name: '1 edit is not saved yet' });
  await expect(ask).toContainText('Whose');
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await restore();

  await signIn(page, 'staff');
  const otherCell = await openCityCell(page, id);
  await expect(page.getByRole('button', { name: new RegExp(demoUsers.staff) })).toBeVisible();
  await expect(otherCell).toContainText('Aarhus');
  await expect(page.getByText('waiting to be saved')).toBeHidden();
  expect(await fetchCity(page, id)).toBe('Aarhus');

  await signIn(page, 'owner');
  await page.goto('/');
  await expect.poll(() => fetchCity(page, id)).toBe('Ebeltoft');
});

test('a queued edit that conflicts with another user’s edit is stored until the user decides', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Both');
  const cell = await openCityCell(page, id);
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  await goOffline(page);
  await editCity(page, cell, 'Mine');
  await expect(queuedMark(cell)).toBeVisible();
  await editCity(other, await openCityCell(other, id), 'Theirs');
  await expect.poll(() => fetchCity(other, id)).toBe('Theirs');
  await context.setOffline(false);

  const dialog = page.getByRole('dialog', { name: 'Someone else changed this too' });
  await expect(dialog.getByRole('radio', { name: /Yours.*Mine/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.reload();
  // The user can decide later, also on another page.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('status').getByRole('button', { name: 'Review' }).click();
  await expect(changesDialog(page).getByRole('listitem')).toContainText('Someone else changed this too');
  await expectAccessible(page);
  await changesDialog(page).getByRole('button', { name: 'Choose…' }).click();
  await dialog.getByRole('button', { name: 'Save selection' }).click();
  await expect.poll(() => fetchCity(page, id)).toBe('Mine');
  await expect(page.getByText('Couldn’t save 1 edit')).toBeHidden();
  await other.context().close();
});

test('an edit is queued when the session has ended, and is sent after the user signs in', async ({
  page,
  context,
}) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Session');
  const cell = await openCityCell(page, id);
  await cell.click();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'City' }).fill('Nibe');
  // Any request notices that the session has ended. Here it is the edit.
  await context.clearCookies();
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('textbox', { name: 'Password' }).fill('tableside');
  await again.getByRole('button', { name: /^Sign in/ }).click();
  await expect(again).toBeHidden();
  await expect.poll(() => fetchCity(page, id)).toBe('Nibe');
  await expect(cell).toContainText('Nibe');
  await expect(queuedMark(cell)).toBeHidden();
});

test('a new record is queued, and unsaved input survives a reload', async ({ page, context }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/customers?record=new');
  await record(page).getByLabel('Name').fill('Typed Offline');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(record(page).getByLabel('Name')).toHaveValue('Typed Offline');
  await expect(record(page)).toContainText('Your unsaved changes were restored.');
  await record(page).getByLabel('City').fill('Grenaa');
  await record(page).getByLabel('Country').fill('DK');
  await goOffline(page);
  await record(page)
    .getByRole('button', { name: /^Create/ })
    .click();
  await expect(page.getByText('Queued. The record is added as soon as it can be sent.')).toBeVisible();
  await expect(record(page)).toBeHidden();
  await context.setOffline(false);
  const added = () => page.request.get('/api/rows/customers?name=eq.Typed Offline').then((a) => a.json());
  await expect.poll(async () => (await added()).length).toBe(1);
  await expect(page.getByText('waiting to be saved')).toBeHidden();
});

test.describe('with its own backend', () => {
  test.use({ shape: 'local' });

  test('a queued edit is sent only to its own backend: after a rename, but not to a copy at the same address', async ({
    page,
    workspace,
  }) => {
    await signIn(page, 'owner');
    const id = await addCustomer(page, 'Own Backend');
    const cell = await openCityCell(page, id);
    const restore = await abortWrites(page);
    await editCity(page, cell, 'Tønder');
    await expect(queuedMark(cell)).toBeVisible();

    // The copy has the same users and keys, so the session continues.
    const copy = `${workspace.dataFolder}-copy`;
    await workspace.restart({ TABLESIDE_DATA: copy }, () => {
      execFileSync('cp', ['-a', workspace.dataFolder, copy]);
    });
    await restore();
    await page.getByRole('button', { name: '1 edit waiting' }).click();
    await changesDialog(page).getByRole('button', { name: 'Send now' }).click();
    await expect(changesDialog(page)).toContainText('This workspace is now connected to another backend.');
    await page.reload();
    await expect(cell).toContainText('Aarhus');
    await expect(page.getByRole('button', { name: /waiting/ })).toHaveCount(0);
    expect(await fetchCity(page, id)).toBe('Aarhus');

    await workspace.restart({ TABLESIDE_NAME: 'Renamed Roasters' });
    await page.reload();
    await expect(page.getByText('Renamed Roasters')).toBeVisible();
    await expect.poll(() => fetchCity(page, id)).toBe('Tønder');
    await expect(cell).toContainText('Tønder');
  });
});
