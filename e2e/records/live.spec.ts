import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { addCustomer, editCity, grid, openSecondBrowser, record } from '../support/customers';
import { readSchemaSQL } from '../support/services/processes';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests live updates between browsers. Each test adds its own customers, so that the tests can run in any order.
test.use({ live: true });

const isLive = (page: Page) => page.locator('[data-state="live"]');
const newRows = (page: Page) => page.getByRole('button', { name: /new rows?$/ });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const conflictDialog = (page: Page) => page.getByRole('dialog', { name: 'Someone else changed this too' });

/** Opens a page and waits until its table is live. */
async function openLive(page: Page, path: string) {
  await page.goto(path);
  await expect(isLive(page)).toBeVisible();
}

async function setCity(page: Page, id: number, city: string) {
  const response = await page.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city } });
  expect(response.status(), await response.text()).toBe(200);
}

/** Returns all frames that a page receives, and the number of its websockets. */
function watchSockets(page: Page) {
  const watched = { frames: [] as string[], count: 0 };
  page.on('websocket', (socket) => {
    watched.count += 1;
    socket.on('framereceived', ({ payload }) => watched.frames.push(payload.toString()));
  });
  return watched;
}

// Before the tests that add so many rows that the count is estimated.
test('the sidebar counts the rows of a changed table that is not open', async ({ page }) => {
  await signIn(page, 'owner');
  await openLive(page, '/tables/public/products');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Customers/ });
  const counts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/rows/customers')) counts.push(request.url());
  });
  // Each attempt changes the table, because the channel can be joined after the first change.
  await expect(async () => {
    await addCustomer(page, 'Counted');
    const rows = await (await page.request.get('/api/rows/customers?select=count()')).json();
    await expect(link).toContainText(String(rows[0].count), { timeout: 8_000 });
  }).toPass();
  expect(counts.length, 'the rows are counted, not read').toBeLessThanOrEqual(5);
  for (const url of counts) expect(url).toContain('limit=0');
});

test('a change of another user appears in the grid and flashes; the own change does not', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  const id = await addCustomer(page, 'Live cell');
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  const path = `/tables/public/customers?id=eq.${id}&select=name,city`;
  await openLive(page, path);
  await openLive(other, path);
  const cell = (of: Page) => grid(of).getByRole('row').nth(1).getByRole('gridcell').nth(2);
  const flash = (of: Page) => cell(of).locator('[data-changed="city"]');
  const flashed = flash(page).waitFor({ state: 'attached' });
  let hasOwnFlash = false;
  flash(other)
    .waitFor({ state: 'attached', timeout: 8_000 })
    .then(() => {
      hasOwnFlash = true;
    })
    .catch(() => {});
  await editCity(other, cell(other), 'Ribe');
  await expect(cell(page)).toHaveText('Ribe');
  await flashed;
  await expect(flash(page)).toHaveCount(0);
  expect(hasOwnFlash, 'the own change flashed').toBe(false);
  expect(errors).toEqual([]);
});

test('new and deleted rows appear and leave; while the user works in a cell, new rows wait', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  await addCustomer(page, 'Row wait B');
  await openLive(page, '/tables/public/customers?name=like.Row%20wait%25&select=name,city');
  await addCustomer(other, 'Row wait A');
  await expect(row(page, 'Row wait A')).toBeVisible();
  await expect(newRows(page)).toHaveCount(0);
  await expect(page.getByText(/2 rows/).first()).toBeVisible();

  await row(page, 'Row wait B').getByRole('gridcell').nth(1).click();
  await addCustomer(other, 'Row wait A1');
  await addCustomer(other, 'Row wait A2');
  await expect(newRows(page)).toHaveText('2 new rows');
  await expect(row(page, 'Row wait A1')).toHaveCount(0);
  await expectAccessible(page);
  await newRows(page).click();
  await expect(row(page, 'Row wait A1')).toBeVisible();
  await expect(newRows(page)).toHaveCount(0);

  await other.request.delete('/api/rows/customers?name=like.Row%20wait%20A_');
  await expect(row(page, 'Row wait A1')).toHaveCount(0);
  await expect(row(page, 'Row wait A2')).toHaveCount(0);
  await expect(page.getByText(/2 rows/).first()).toBeVisible();
});

test('a card moves to its lane on the board of another user', async ({ page, browser, baseURL }) => {
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  const response = await page.request.get('/api/rows/orders?status=eq.confirmed&select=id,number&limit=1');
  const [order] = await response.json();
  expect(order, 'the demo has a confirmed order').toBeTruthy();
  await openLive(page, `/tables/public/orders?view=board.status&id=eq.${order.id}`);
  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}(,|$)`, 'i') });
  await expect(lane('confirmed').getByRole('listitem')).toHaveCount(1);
  await other.request.patch(`/api/rows/orders?id=eq.${order.id}`, { data: { status: 'roasting' } });
  await expect(lane('roasting').getByRole('listitem')).toHaveCount(1);
  await expect(lane('confirmed').getByRole('listitem')).toHaveCount(0);
});

test('an open record shows the new value; a field with input keeps it and the conflict is resolved', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  const id = await addCustomer(page, 'Live record');
  await openLive(page, `/tables/public/customers?id=eq.${id}&record=id.eq.${id}`);
  const city = record(page).getByLabel('City');
  await expect(city).toHaveValue('Aarhus');
  await setCity(other, id, 'Ribe');
  await expect(city).toHaveValue('Ribe');

  await city.fill('Odense');
  await setCity(other, id, 'Skagen');
  await expect(record(page).getByText('Another user changed the stored value to: Skagen')).toBeVisible();
  await expect(city).toHaveValue('Odense');
  await page.keyboard.press('Control+Enter');
  await expect(conflictDialog(page).getByRole('radio', { name: /Yours.*Odense/ })).toBeChecked();
  await expect(conflictDialog(page).getByRole('radio', { name: /Skagen/ })).toBeVisible();
});

test('a cell that is being edited keeps the input, and the save reports the conflict', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  const id = await addCustomer(page, 'Live editor');
  await openLive(page, `/tables/public/customers?id=eq.${id}&select=name,city`);
  await grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('textbox', { name: 'City' });
  await editor.fill('Odense');
  const read = page.waitForResponse((response) => /\/api\/rows\/customers\?/.test(response.url()));
  await setCity(other, id, 'Ribe');
  await read;
  await expect(editor).toHaveValue('Odense');
  await page.keyboard.press('Enter');
  await expect(conflictDialog(page).getByRole('radio', { name: /Ribe/ })).toBeVisible();
});

test('a row that a policy hides never crosses the wire', async ({ page, browser, baseURL }) => {
  await signIn(page, 'owner');
  const response = await page.request.get('/api/rows/products?active=is.true&select=id&limit=1');
  const [{ id }] = await response.json();
  const viewer = await openSecondBrowser(browser, baseURL, 'viewer');
  const { frames } = watchSockets(viewer);
  const bodies: string[] = [];
  viewer.on('response', async (seen) => bodies.push(await seen.text().catch(() => '')));
  await openLive(viewer, '/tables/public/products');
  const change = (filter: string, data: object) =>
    page.request.patch(`/api/rows/products?${filter}`, { data });
  await change('active=is.false', { description: 'a hidden secret' });
  await change(`id=eq.${id}`, { description: 'a visible text' });
  await expect.poll(() => bodies.join('\n')).toContain('a visible text');
  expect(bodies.join('\n')).not.toContain('a hidden secret');
  expect(frames.join('\n')).toContain('"UPDATE"');
  expect(frames.join('\n'), 'a frame contains a value of a row').not.toMatch(
    /a hidden secret|a visible text/,
  );
});

test('after a crash of the server and without a network, the page shows its age and then all changes', async ({
  page,
  browser,
  baseURL,
  workspace,
}) => {
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  const id = await addCustomer(page, 'Live gap');
  await openLive(page, `/tables/public/customers?id=eq.${id}&select=name,city`);
  const cell = grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2);

  const lost = page.getByText(/Reconnecting… As of/).waitFor();
  await workspace.crash();
  await lost;
  await setCity(other, id, 'Ribe');
  await expect(cell).toHaveText('Ribe');
  await expect(isLive(page)).toBeVisible();

  await page.context().setOffline(true);
  await expect(page.getByText(/Reconnecting… As of/)).toBeVisible();
  await setCity(other, id, 'Skagen');
  await page.context().setOffline(false);
  await expect(cell).toHaveText('Skagen');
  await expect(isLive(page)).toBeVisible();
});

test('two tabs share one websocket; when its tab closes, the other tab takes over', async ({ page }) => {
  await signIn(page, 'owner');
  const second = await page.context().newPage();
  const [first, other] = [watchSockets(page), watchSockets(second)];
  const id = await addCustomer(page, 'Live tabs');
  const path = `/tables/public/customers?id=eq.${id}&select=name,city`;
  await openLive(page, path);
  await openLive(second, path);
  expect([first.count, other.count]).toEqual([1, 0]);
  const cell = grid(second).getByRole('row').nth(1).getByRole('gridcell').nth(2);
  await setCity(page, id, 'Ribe');
  await expect(cell).toHaveText('Ribe');
  await page.close();
  await expect.poll(() => other.count).toBe(1);
  await expect(isLive(second)).toBeVisible();
  await setCity(second, id, 'Skagen');
  await expect(cell).toHaveText('Skagen');
});

test('when the tab with the websocket does not respond, another tab takes over', async ({ page }) => {
  await signIn(page, 'owner');
  const second = await page.context().newPage();
  const other = watchSockets(second);
  const id = await addCustomer(page, 'Live freeze');
  const path = `/tables/public/customers?id=eq.${id}&select=name,city`;
  await openLive(page, path);
  await openLive(second, path);
  expect(other.count).toBe(0);
  const block = page.evaluate(() => {
    for (const end = Date.now() + 90_000; Date.now() < end; );
  });
  block.catch(() => {}); // it ends with the test
  await expect.poll(() => other.count, { timeout: 60_000 }).toBe(1);
  await setCity(second, id, 'Ribe');
  await expect(grid(second).getByText('Ribe')).toBeVisible();
});

test('a burst of 1,000 changes costs few reads', async ({ page, browser, baseURL }) => {
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  const id = await addCustomer(page, 'Live burst');
  await openLive(page, `/tables/public/customers?id=eq.${id}&select=name,city`);
  await page.waitForLoadState('networkidle');
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/rows/')) reads += 1;
  });
  const startedAt = Date.now();
  for (let i = 0; i < 10; i++) {
    const rows = Array.from({ length: 100 }, (_, n) => ({
      name: `Live burst ${i} ${n}`,
      city: 'Aarhus',
      country: 'DK',
    }));
    const added = await other.request.post('/api/rows/customers', { data: rows });
    expect(added.status()).toBe(201);
    await setCity(other, id, `City ${i}`);
  }
  await setCity(other, id, 'The last city');
  await expect(grid(page).getByText('The last city')).toBeVisible();
  const seconds = (Date.now() - startedAt) / 1000;
  expect(reads, `${reads} reads in ${seconds} s`).toBeLessThan(6 + 5 * seconds);
});

test('a table without a source shows the statement, and is live after its triggers are installed', async ({
  page,
  browser,
  baseURL,
  workspace,
}) => {
  await signIn(page, 'staff');
  await page.goto('/tables/public/profiles');
  const notLive = page.getByRole('button', { name: 'Not live' });
  await notLive.click();
  await expect(
    page.getByText('alter publication supabase_realtime add table public.profiles;'),
  ).toBeVisible();
  await expectAccessible(page);

  const file = join(workspace.dataFolder, 'live.sql');
  writeFileSync(file, readSchemaSQL('--live', 'profiles'));
  // The server caches the schema for some minutes.
  await workspace.restart({}, () => workspace.runSQL(file));
  const other = await openSecondBrowser(browser, baseURL, 'owner');
  const { frames } = watchSockets(other);
  await openLive(other, '/tables/public/profiles?select=full_name,job_title');
  const people = other.getByRole('grid');
  const response = await other.request.patch(
    '/api/rows/profiles?id=eq.00000000-0000-4000-8000-0000000000a1',
    {
      data: { job_title: 'Head of coffee' },
    },
  );
  expect(response.status(), await response.text()).toBe(200);
  await expect(people.getByText('Head of coffee')).toBeVisible();
  const message = frames.find((frame) => frame.includes('UPDATE'));
  expect(message).toBeTruthy();
  expect(message).not.toContain('Head of coffee');
});
