import { expect } from '@playwright/test';
import {
  addCustomer,
  changesDialog,
  editCity,
  fetchCity,
  fetchCustomer,
  grid,
  openChanges,
  openCityCell,
  readStoredChanges,
  record,
} from '../support/customers';
import { expectAccessible, signIn } from '../support/support';
import { test } from '../support/workspace';

// Tests that changes are listed and can be undone.

test('each change of the session is listed with its undo, on any page', async ({ page }) => {
  await signIn(page, 'owner');
  const [first, second] = [await addCustomer(page, 'Undo First'), await addCustomer(page, 'Undo Second')];
  await editCity(page, await openCityCell(page, first), 'Skagen');
  await expect.poll(() => fetchCity(page, first)).toBe('Skagen');
  await page.evaluate((id) => {
    history.pushState(null, '', `/tables/public/customers?id=eq.${id}&select=name,city`);
  }, second);
  const cell = grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2);
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Undo Second');
  await editCity(page, cell, 'Ribe');
  await expect.poll(() => fetchCity(page, second)).toBe('Ribe');

  await page.getByRole('link', { name: /^Products/ }).click();
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
  await page.keyboard.press('Control+Shift+h');
  const items = changesDialog(page).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.nth(0)).toContainText(/Edited Undo Second.*Customers.*City.*Aarhus.*Ribe/s);
  await expectAccessible(page);
  // Any change can be undone, not only the last.
  await items.nth(1).getByRole('button', { name: 'Undo' }).click();
  await expect(items.nth(1)).toContainText('Undone');
  expect(await fetchCity(page, first)).toBe('Aarhus');
  expect(await fetchCity(page, second)).toBe('Ribe');
  await items.nth(1).getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => fetchCity(page, first)).toBe('Skagen');
  await items.nth(0).getByRole('link', { name: 'Undo Second' }).click();
  await expect(record(page).getByRole('heading', { name: 'Undo Second' })).toBeVisible();
  await record(page).getByRole('button', { name: 'Recent changes' }).click();
  const own = page.getByRole('dialog', { name: 'Changes to Undo Second' });
  await expect(own.getByRole('listitem')).toHaveCount(1);
  await own.getByRole('button', { name: 'Show all changes' }).click();
  await expect(items).toHaveCount(2);
});

test('an undo that would overwrite another user’s change is rejected and shows the reason', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Undo Refused');
  await editCity(page, await openCityCell(page, id), 'Skagen');
  await expect.poll(() => fetchCity(page, id)).toBe('Skagen');
  await page.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city: 'Theirs' } });
  const item = (await openChanges(page)).getByRole('listitem');
  await item.getByRole('button', { name: 'Undo' }).click();
  await expect(item).toContainText('It was changed again since');
  expect(await fetchCity(page, id)).toBe('Theirs');
});

test('changes are listed after a reload and in a new tab, with their undo, until the user signs out', async ({
  page,
  context,
}) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Undo Reloaded');
  const deleted = await addCustomer(page, 'Deleted Reloaded');
  const back = () => page.request.get('/api/rows/customers?name=eq.Deleted Reloaded').then((a) => a.json());
  await editCity(page, await openCityCell(page, id), 'Skagen');
  await expect.poll(() => readStoredChanges(page)).toEqual(['Edited']);
  await page.goto(`/tables/public/customers?id=eq.${deleted}&record=id.eq.${deleted}`);
  await record(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => readStoredChanges(page)).toEqual(['Edited', 'Deleted']);

  await page.reload();
  const items = (await openChanges(page)).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.nth(0)).toContainText('Deleted Deleted Reloaded');
  await expect(items.nth(1)).toContainText(/Edited Undo Reloaded.*City.*Aarhus.*Skagen/s);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await back()).length).toBe(1);
  await expect.poll(() => readStoredChanges(page)).toEqual(['Edited', 'Deleted, undone']);

  // The tab is closed. The next undo is guarded by the row's values after the change.
  const next = await context.newPage();
  await page.close();
  await next.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city: 'Theirs' } });
  await next.goto('/tables/public/customers');
  const restored = (await openChanges(next)).getByRole('listitem');
  await expect(restored).toHaveCount(2);
  await expect(restored.nth(0)).toContainText('Undone');
  await restored.nth(1).getByRole('button', { name: 'Undo' }).click();
  await expect(restored.nth(1)).toContainText('It was changed again since');
  expect(await fetchCity(next, id)).toBe('Theirs');
  await next.keyboard.press('Escape');

  await next.getByRole('button', { name: /account menu/ }).click();
  await next.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(next.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await signIn(next, 'owner');
  await next.goto('/tables/public/customers');
  await expect(grid(next)).toBeVisible();
  await next.keyboard.press('Control+Shift+h');
  await expect(changesDialog(next)).toContainText('No changes yet');
  expect(await readStoredChanges(next)).toEqual([]);
});

test('an added record and a deleted record are undone', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/customers?record=new');
  await record(page).getByLabel('Name').fill('Added Here');
  await record(page).getByLabel('City').fill('Vejle');
  await record(page).getByLabel('Country').fill('DK');
  await record(page)
    .getByRole('button', { name: /^Create/ })
    .click();
  await expect(record(page).getByRole('heading', { name: 'Added Here' })).toBeVisible();
  const id = Number(new URL(page.url()).searchParams.get('record')?.replace('id.eq.', ''));
  expect(await fetchCity(page, id)).toBe('Vejle');

  await record(page).getByRole('button', { name: 'Delete' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('You can undo this');
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => fetchCustomer(page, id)).toBeUndefined();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  const back = () => page.request.get('/api/rows/customers?name=eq.Added Here').then((a) => a.json());
  await expect.poll(async () => (await back()).length).toBe(1);
  expect((await back())[0].city).toBe('Vejle');
  const changes = await openChanges(page);
  // The demo's database generates the keys of customers.
  await expect(changes).toContainText('Restored with a new ID');
  await changes.getByRole('listitem').nth(1).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await back()).length).toBe(0);
});

test('by keyboard only: change, list the changes, undo', async ({ page }) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Keyboard');
  const cell = await openCityCell(page, id);
  await editCity(page, cell, 'Hobro');
  await expect.poll(() => fetchCity(page, id)).toBe('Hobro');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Recent changes');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+h');
  const undo = changesDialog(page).getByRole('button', { name: 'Undo' });
  for (let tabs = 0; tabs < 6 && !(await undo.evaluate((e) => e === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(changesDialog(page)).toContainText('Undone');
  expect(await fetchCity(page, id)).toBe('Aarhus');
  await page.keyboard.press('Escape');
  await expect(changesDialog(page)).toBeHidden();
});

test.describe('keys', () => {
  test.use({ backend: 'awkward' });

  test('part of a key and another field change together and are undone; a deleted row is restored with its key', async ({
    page,
  }) => {
    const account = { email: 'changes@example.test', password: 'correct horse battery' };
    const made = await page.request.post('/api/auth/sign-up', { data: account });
    if (!made.ok()) await page.request.post('/api/auth/sign-in', { data: account });
    const row = { region: 'changes', number: 1, valid_from: '2024-01-01', note: 'before' };
    await page.request.delete('/api/rows/composite_key?region=in.(changes,moved)');
    expect((await page.request.post('/api/rows/composite_key', { data: row })).status()).toBe(201);
    const rows = () =>
      page.request
        .get('/api/rows/composite_key?region=in.(changes,moved)')
        .then((response) => response.json());

    await page.goto('/tables/public/composite_key?region=in.(changes,moved)');
    const grid = page.getByRole('grid');
    await grid.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
    await page.keyboard.press('Space');
    await record(page).getByRole('textbox', { name: 'region' }).fill('moved');
    await record(page).getByRole('textbox', { name: 'note' }).fill('after');
    await record(page).getByRole('button', { name: /^Save/ }).click();
    await expect.poll(rows).toEqual([{ ...row, region: 'moved', note: 'after' }]);
    await expect(page).toHaveURL(/record=.*moved/);
    await expect(record(page).getByRole('textbox', { name: 'note' })).toHaveValue('after');

    const changes = await openChanges(page);
    await changes.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(rows).toEqual([row]);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/record=.*changes/);
    await expect(record(page).getByRole('textbox', { name: 'note' })).toHaveValue('before');

    await record(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(rows).toEqual([]);
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect.poll(rows).toEqual([row]);
  });
});
