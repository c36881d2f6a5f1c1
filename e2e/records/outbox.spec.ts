import { expect, type Route } from '@playwright/test';
import {
  abortWrites,
  addCustomer,
  changesDialog,
  editCity,
  fetchCity,
  fetchCustomer,
  grid,
  openChanges,
  openCityCell,
  queuedMark,
  record,
} from '../support/customers';
import { expectAccessible, goOffline, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests the outbox: edits that can’t be sent are stored in their order, and are sent later.

test('pasted rows are queued offline, and are one step of undo after they are sent', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Pasted Over');
  const pasted = async () =>
    (
      await (await page.request.get('/api/rows/customers?name=like.Pasted*&order=id&select=name,city')).json()
    ).map(({ name, city }: Record<string, string>) => `${name} ${city}`);
  await openCityCell(page, id);
  await page.goto(`/tables/public/customers?name=like.Pasted*&select=name,city,country`);
  await grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
  await goOffline(page);
  // The two new rows are equal.
  await page.evaluate(() =>
    navigator.clipboard.writeText('Pasted Over\tRibe\tDK\nPasted New\tVejle\tDK\nPasted New\tVejle\tDK\n'),
  );
  await page.keyboard.press('Control+v');
  const dialog = page.getByRole('dialog', { name: /^Paste into/ });
  await dialog.getByRole('checkbox', { name: /Add 2 new rows/ }).check();
  await dialog.getByRole('button', { name: /add 2 rows/ }).click();
  await expect(page.getByText('2 new rows are waiting to be sent.')).toBeVisible();
  await expect(page.getByRole('button', { name: '3 edits waiting' })).toBeVisible();
  await context.setOffline(false);
  await expect.poll(pasted).toEqual(['Pasted Over Ribe', 'Pasted New Vejle', 'Pasted New Vejle']);
  await expect(page.getByRole('button', { name: /edits? waiting/ })).toHaveCount(0);
  const items = (await openChanges(page)).getByRole('listitem');
  await expect(items.filter({ hasText: 'Pasted 3 rows' })).toHaveCount(1);
  await items.first().getByRole('button', { name: 'Undo' }).click();
  await expect.poll(pasted).toEqual(['Pasted Over Aarhus']);
});

test('a delete is queued offline, shows which references could not be loaded, and is sent later', async ({
  page,
  context,
}) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Delete Later');
  await page.goto(`/tables/public/customers?id=eq.${id}&record=id.eq.${id}`);
  await expect(record(page).getByRole('heading', { name: 'Delete Later' })).toBeVisible();
  await goOffline(page);
  await record(page).getByRole('button', { name: 'Delete' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText(/Couldn’t load references from .*Orders/);
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(ask).toBeHidden();
  await expect(page.getByRole('button', { name: '1 delete waiting' })).toBeVisible();
  const row = grid(page).getByRole('row').nth(1);
  await expect(row.getByRole('img', { name: /Not deleted yet/ })).toBeVisible();
  await expectAccessible(page);

  // The delete is canceled after a reload and queued again; then the tab is closed.
  const restore = await abortWrites(page);
  await context.setOffline(false);
  await page.goto(`/tables/public/customers?id=eq.${id}&record=id.eq.${id}`);
  const note = record(page).getByRole('status').filter({ hasText: 'The delete of this record is queued.' });
  await expect(note).toBeVisible();
  await note.getByRole('button', { name: 'Keep' }).click();
  await expect(note).toBeHidden();
  await expect(page.getByRole('button', { name: /waiting/ })).toHaveCount(0);
  await record(page).getByRole('button', { name: 'Delete' }).click();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: '1 delete waiting' })).toBeVisible();
  expect(await fetchCity(page, id)).toBe('Aarhus');
  await restore();
  const next = await context.newPage();
  await page.close();
  await next.goto(`/tables/public/customers?id=eq.${id}`);
  await expect.poll(() => fetchCustomer(next, id)).toBeUndefined();
  await expect(next.getByRole('button', { name: /waiting/ })).toHaveCount(0);
});

test('a record with unsaved input remains open when its reload fails', async ({ page, context }) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Read Again');
  await page.goto(`/tables/public/customers?id=eq.${id}&record=id.eq.${id}`);
  const city = record(page).getByLabel('City');
  await city.fill('Half a w');
  await goOffline(page);
  await expect(page.getByText('You are offline.')).toBeVisible();
  const abortReads = (route: Route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback();
  await page.route('**/api/rows/customers?*', abortReads);
  await context.setOffline(false);
  await expect(page.getByText('Couldn’t load some rows.')).toBeVisible();
  await expect(city).toHaveValue('Half a w');
  await expect(record(page).getByRole('alert')).toHaveCount(0);

  await page.unroute('**/api/rows/customers?*', abortReads);
  await expect(page.getByText('Couldn’t load some rows.')).toBeHidden();
  await city.press('Control+Enter');
  await expect.poll(() => fetchCity(page, id)).toBe('Half a w');
});

test('edits are queued offline, are visible on every page, and are sent when the connection is back', async ({
  page,
  context,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Away');
  await page.goto('/');
  const cell = await openCityCell(page, id);
  await goOffline(page);
  await editCity(page, cell, 'Thisted');
  await expect(cell).toContainText('Thisted');
  await expect(queuedMark(cell)).toBeVisible();
  await expect(page.getByRole('button', { name: '1 edit waiting' })).toBeVisible();
  await expectAccessible(page);
  const bar = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(bar).toContainText('1 edit is waiting to be saved.');
  await page.getByRole('link', { name: /^Products/ }).click();
  await expect(page).toHaveURL(/products/);
  await expect(bar).toContainText('1 edit is waiting to be saved.');
  await bar.getByRole('button', { name: 'Show' }).click();
  await expect(changesDialog(page).getByRole('listitem')).toContainText(/Edited Away.*Aarhus.*Thisted/s);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  expect(await fetchCity(page, id)).toBe('Aarhus');
  await context.setOffline(false);
  await expect.poll(() => fetchCity(page, id)).toBe('Thisted');
  await expect(page.getByText('waiting to be saved')).toBeHidden();
  expect(errors).toEqual([]);
});

test('no edit is lost or remains queued when the server is killed while edits are sent', async ({
  page,
  context,
  workspace,
}) => {
  test.setTimeout(240_000); // includes the restart, the database's recovery and all requests
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'owner');
  const many = Array.from({ length: 80 }, (_, i) => i);
  const response = await page.request.post('/api/rows/customers', {
    data: many.map((i) => ({ name: `Killed ${100 + i}`, city: 'Aarhus', country: 'DK' })),
  });
  expect(response.status(), await response.text()).toBe(201);
  const stored = async () => {
    const rows = await page.request.get('/api/rows/customers?city=like.Sent *&select=id').catch(() => null);
    return rows?.ok() ? ((await rows.json()) as unknown[]).length : 0;
  };
  await page.goto('/tables/public/customers?name=like.Killed*&select=name,city&order=name');
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Killed 100');
  await grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
  await page.evaluate((text) => navigator.clipboard.writeText(text), many.map((i) => `Sent ${i}`).join('\n'));
  await page.keyboard.press('Control+v');
  await page
    .getByRole('dialog', { name: /^Paste into/ })
    .getByRole('button', { name: 'Change 80 cells' })
    .click();
  await expect.poll(stored).toBeGreaterThan(0);
  await workspace.crash();
  await expect.poll(stored, { timeout: 120_000 }).toBe(80);
  await expect(page.getByRole('button', { name: /edits? waiting|not saved/ })).toHaveCount(0);
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Sent 0');
});

test('undo of a delete shows an error offline and can be retried', async ({ page, context }) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Undelete Later');
  await page.goto(`/tables/public/customers?id=eq.${id}&select=name,city`);
  await grid(page).getByRole('row').nth(1).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => fetchCustomer(page, id)).toBeUndefined();
  await goOffline(page);
  const undo = page.getByRole('button', { name: /^Undo.*Z/ });
  await undo.click();
  await expect(page.getByText(/Couldn’t undo “Deleted Undelete Later”\. You are offline\./)).toBeVisible();
  await context.setOffline(false);
  const back = () => page.request.get('/api/rows/customers?name=eq.Undelete Later').then((a) => a.json());
  await undo.click();
  await expect.poll(async () => (await back()).length).toBe(1);
});

test('queued edits survive a reload and are visible in every view and in two tabs', async ({
  page,
  context,
}) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Reloaded');
  const cell = await openCityCell(page, id);
  const restore = await abortWrites(page);
  await editCity(page, cell, 'Tønder');
  await expect(queuedMark(cell)).toBeVisible();
  await page.reload();
  await expect(cell).toContainText('Tønder');
  await expect(queuedMark(cell)).toBeVisible();

  const other = await context.newPage();
  await other.goto(`/tables/public/customers?record=id.eq.${id}`);
  await expect(record(other).getByLabel('City')).toHaveValue('Tønder');
  await expect(queuedMark(record(other))).toBeVisible();
  expect(await fetchCity(page, id)).toBe('Aarhus');
  await restore();
  await expect.poll(() => fetchCity(page, id)).toBe('Tønder');
  for (const tab of [page, other]) await expect(tab.getByText('waiting to be saved')).toBeHidden();
  await expect(queuedMark(cell)).toBeHidden();
});

test('a card marks a queued edit of any field in board, gallery and calendar', async ({ page }) => {
  await signIn(page, 'owner');
  const [order] = await (await page.request.get('/api/rows/orders?status=eq.draft&order=id&limit=1')).json();
  const restore = await abortWrites(page);
  await page.goto(`/tables/public/orders?record=id.eq.${order.id}`);
  await record(page).getByRole('textbox', { name: 'Notes' }).fill('Waits on a card');
  await record(page).getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('button', { name: '1 edit waiting' })).toBeVisible();
  for (const view of [
    'board.status',
    `calendar.due_on.month.${order.due_on}`,
    `calendar.due_on.week.${order.due_on}`,
  ]) {
    await page.goto(`/tables/public/orders?id=eq.${order.id}&view=${view}`);
    await expect(queuedMark(page.getByRole('main')), view).toBeVisible();
  }
  await expectAccessible(page);
  await page.goto('/tables/public/products?record=id.eq.1');
  const name = record(page).getByRole('textbox', { name: 'Name', exact: true });
  const was = await name.inputValue();
  await name.fill(`${was} waiting`);
  await record(page).getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('button', { name: '2 edits waiting' })).toBeVisible();
  await page.goto('/tables/public/products?id=eq.1&view=gallery');
  await expect(page.getByRole('button', { name: new RegExp(`${was} waiting`) })).toBeVisible();
  await expect(queuedMark(page.getByRole('main'))).toBeVisible();
  await expectAccessible(page);
  const panelOf = page.getByRole('button', { name: '2 edits waiting' });
  await panelOf.click();
  for (const left of [1, 0]) {
    await changesDialog(page).getByRole('button', { name: 'Discard' }).first().click();
    await expect(changesDialog(page).getByRole('button', { name: 'Discard' })).toHaveCount(left);
  }
  await restore();
});

test('an edit that was in flight when the tab crashed is sent by the next tab', async ({ page, context }) => {
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Crashed');
  const cell = await openCityCell(page, id);
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = (input, init) => {
      if (init?.method !== 'PATCH') return real(input, init);
      document.title = 'on its way';
      return new Promise(() => {});
    };
  });
  await editCity(page, cell, 'Varde');
  await expect(page).toHaveTitle('on its way');
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => {});
  await crashed;
  const next = await context.newPage();
  expect(await fetchCity(next, id)).toBe('Aarhus');
  await next.goto('/');
  await expect.poll(() => fetchCity(next, id)).toBe('Varde');
});

test('an edit whose response a reload aborted does not conflict with itself, even if the database reformats the value', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders?id=eq.9&record=id.eq.9');
  const placed = record(page).getByLabel('Placed');
  const stored = async () => {
    const [row] = await (await page.request.get('/api/rows/orders?id=eq.9&select=placed_at')).json();
    return new Date(row.placed_at).toISOString();
  };
  await expect(placed).toHaveValue(/\d/);
  // The route remains until the end: without it, the browser would send the first request itself.
  let dropsResponse = true;
  await page.route('**/api/rows/orders?*', async (route) => {
    if (route.request().method() === 'PATCH' && dropsResponse) await route.fetch();
    else await route.fallback();
  });
  await placed.fill('2026-12-24 10:00');
  await page.keyboard.press('Control+Enter');
  await expect.poll(stored).toBe('2026-12-24T09:00:00.000Z');
  page.on('dialog', (dialog) => void dialog.accept());
  dropsResponse = false;
  await page.reload();
  await expect(placed).toHaveValue('2026-12-24 10:00');
  await expect(page.getByRole('button', { name: /waiting/ })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Changes', exact: true })).toBeVisible();
});
