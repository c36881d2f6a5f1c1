import { expect, type Locator, type Page } from '@playwright/test';
import { createDashboard } from '../support/charts';
import {
  drag,
  expectAccessible,
  getCenter,
  goOffline,
  type Role,
  signIn,
  watchErrors,
} from '../support/support';
import { test } from '../support/workspace';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const tiles = (page: Page) => page.getByRole('list', { name: 'Tiles' });
const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

async function chooseOption(page: Page, field: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function chooseItem(page: Page, button: string, item: string) {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
}

const titles = (list: Locator) => list.getByRole('heading').allInnerTexts();

test('a user creates a dashboard, adds tiles, arranges them by drag and keyboard, and deletes it', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'staff');
  await page.goto('/account');
  await test.step('create it', async () => {
    await sidebar(page).getByRole('button', { name: 'Create dashboard' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dashboard' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My day');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('This dashboard has no tiles yet')).toBeVisible();
    await expect(sidebar(page).getByRole('link', { name: 'My day' })).toHaveAttribute('aria-current', 'page');
  });
  await test.step('add a number and a list in the dialog', async () => {
    await page.getByRole('button', { name: 'Add tile' }).click();
    await chooseOption(page, 'Show', 'Number');
    await page.getByRole('button', { name: 'Add tile' }).click();
    await expect(page.getByRole('alert')).toHaveText('Choose a table.');
    await chooseOption(page, 'Table', 'Products');
    await chooseOption(page, 'Value', 'Number of Products');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add tile' }).click();
    await expect(tile(page, 'Number of Products').getByRole('link', { name: /^\d+$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Add tile' }).click();
    await chooseOption(page, 'Show', 'List of records');
    await chooseOption(page, 'Table', 'Orders');
    await chooseOption(page, 'Records', 'In progress');
    await page.getByRole('button', { name: 'Add tile' }).click();
    await expect(tile(page, 'In progress').getByRole('listitem').first()).toBeVisible();
  });
  await test.step('add a chart from its page', async () => {
    await page.goto('/tables/public/orders?view=chart&chart=bar.count.by(status)');
    await page.getByRole('button', { name: 'Add to dashboard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(
      tile(page, 'Number of Orders by Status').getByRole('link', { name: /^Packed: / }),
    ).toBeVisible();
    await expectAccessible(page);
  });
  const saved = ['Number of Products', 'In progress', 'Number of Orders by Status'];
  await test.step('move a tile with the keyboard', async () => {
    expect(await titles(tiles(page))).toEqual(saved);
    const handle = page.getByRole('button', { name: 'Move In progress' });
    await handle.press('ArrowRight');
    await expect(page.getByText('In progress moved to position 3 of 3.')).toBeAttached();
    await expect(handle).toBeFocused();
    await expect.poll(() => titles(tiles(page))).toEqual([saved[0], saved[2], saved[1]]);
  });
  await test.step('move a tile by drag', async () => {
    const from = await getCenter(page.getByRole('button', { name: 'Move In progress' }));
    await drag(page, from, await getCenter(tile(page, 'Number of Products')));
    await expect.poll(() => titles(tiles(page))).toEqual([saved[1], saved[0], saved[2]]);
  });
  await test.step('rename, resize, remove and restore a tile', async () => {
    await chooseItem(page, 'Actions for In progress', 'Rename…');
    await page.getByRole('textbox', { name: 'Name' }).fill('Next orders');
    await page.getByRole('button', { name: 'Rename' }).click();
    await chooseItem(page, 'Actions for Next orders', 'Full width');
    await chooseItem(page, 'Actions for Number of Products', 'Remove tile');
    await expect(tile(page, 'Number of Products')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(tile(page, 'Number of Products')).toBeVisible();
    await expect
      .poll(async () => {
        const found = await page.request.get('/api/rows/tableside_views?select=query&name=eq.My%20day');
        const stored: { title?: string; width: string }[] = JSON.parse((await found.json())[0].query);
        return stored.map(({ title, width }) => [title, width]);
      })
      .toEqual([
        ['Next orders', 'full'],
        [undefined, 'small'],
        [undefined, 'medium'],
      ]);
    await page.reload();
    await expect.poll(() => titles(tiles(page))).toEqual(['Next orders', saved[0], saved[2]]);
  });
  await test.step('delete and restore it', async () => {
    await chooseItem(page, 'Dashboard actions', 'Delete…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(sidebar(page).getByRole('link', { name: 'My day' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'My day' })).toBeVisible();
    await expect(tile(page, 'Next orders')).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test('a shared dashboard shows each role its own numbers, and only its owner changes it', async ({
  browser,
  baseURL,
}) => {
  const open = async (role: Role) => {
    const page = await (await browser.newContext({ baseURL })).newPage();
    await signIn(page, role);
    return page;
  };
  const owner = await open('owner');
  const path = await createDashboard(owner, 'Team numbers', [
    { table: 'orders', query: 'view=chart&chart=number.count', title: 'All orders', width: 'small' },
    { table: 'orders', query: 'view=chart&chart=bar.count.by(status)', title: 'By status' },
    { table: 'roast_readings', query: 'view=chart&chart=number.count', title: 'Readings', width: 'small' },
    { kind: 'list', table: 'orders', query: 'order=number.asc', title: 'Orders' },
  ]);
  await test.step('share it with everyone', async () => {
    await owner.goto(path);
    await chooseItem(owner, 'Dashboard actions', 'Share…');
    await chooseOption(owner, 'Who can open this dashboard', 'Everyone who is signed in');
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByRole('dialog')).toHaveCount(0);
  });
  for (const role of ['owner', 'staff', 'viewer'] as const) {
    await test.step(`the numbers of ${role}`, async () => {
      const page = role === 'owner' ? owner : await open(role);
      const errors = watchErrors(page);
      const count = async (query: string) =>
        (await (await page.request.get(`/api/rows/orders?select=count()&${query}`)).json())[0].count;
      await page.goto(path);
      await expect(
        tile(page, 'All orders').getByRole('link', { name: String(await count('')) }),
      ).toBeVisible();
      const delivered = tile(page, 'By status').getByRole('link', {
        name: `Delivered: ${await count('status=eq.delivered')}`,
      });
      await expect(delivered).toBeVisible();
      const records = tile(page, 'Orders').getByRole('listitem');
      await expect(records).toHaveCount(7);
      await expect(records.first()).toContainText(/Status\s*\w+/);
      await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(role === 'owner' ? 4 : 0);
      await expect(page.getByRole('button', { name: 'Add tile' })).toHaveCount(role === 'owner' ? 1 : 0);
      if (role === 'viewer') {
        await expect(tile(page, 'Readings')).toContainText('You don’t have access to roast_readings.');
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Dashboard actions' }).click();
        await expect(page.getByRole('menuitem')).toHaveText(['Duplicate…', 'Copy link']);
        await page.getByRole('menu').press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
      }
      await delivered.click();
      await expect(page).toHaveURL(/tables\/public\/orders\?.*status=eq\.delivered/);
      expect(errors).toEqual([]);
    });
  }
});

test('a tile that is moved offline is saved when the connection is back', async ({ page }) => {
  await signIn(page, 'owner');
  const path = await createDashboard(page, 'On the train', [
    { table: 'orders', query: 'view=chart&chart=number.count', title: 'Orders' },
    { table: 'products', query: 'view=chart&chart=number.count', title: 'Products' },
  ]);
  await page.goto(path);
  await expect(tile(page, 'Products').getByRole('link', { name: /^\d+$/ })).toBeVisible();
  await goOffline(page);
  await page.getByRole('button', { name: 'Move Orders' }).press('ArrowRight');
  const badge = page.getByText('Saved when you are online');
  await expect(badge).toBeVisible();
  // The failed save refreshes the list of dashboards, which remains.
  await expect(sidebar(page).getByText('Not loaded')).toHaveCount(0);
  await test.step('it is at its new place after the user opened another page', async () => {
    await sidebar(page).getByRole('link', { name: 'Home' }).click();
    await expect(tiles(page)).toHaveCount(0);
    await sidebar(page).getByRole('link', { name: 'On the train' }).click();
    await expect.poll(() => titles(tiles(page))).toEqual(['Products', 'Orders']);
    await expect(badge).toBeVisible();
  });
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.context().setOffline(false);
  expect((await saved).ok()).toBe(true);
  await expect(badge).toHaveCount(0);
  await page.reload();
  await expect.poll(() => titles(tiles(page))).toEqual(['Products', 'Orders']);
});

test('changes of a dashboard in two windows are merged', async ({ page }) => {
  await signIn(page, 'owner');
  const names = ['Orders', 'Products', 'Customers', 'Suppliers'];
  const path = await createDashboard(
    page,
    'In two windows',
    names.map((title) => ({
      table: title.toLowerCase(),
      query: 'view=chart&chart=number.count',
      title: `${title} of all years since the beginning, in all countries`,
    })),
  );
  const move = (window: Page, title: string) =>
    window.getByRole('button', { name: new RegExp(`^Move ${title}`) }).press('ArrowRight');
  const shortTitles = async (window: Page) =>
    (await titles(tiles(window))).map((title) => title.split(' ')[0]).join(' ');
  const other = await page.context().newPage();
  for (const window of [page, other]) {
    await window.goto(path);
    await expect.poll(() => shortTitles(window)).toBe('Orders Products Customers Suppliers');
  }
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await move(page, 'Orders');
  expect((await saved).ok()).toBe(true);
  const merged = other.waitForResponse((response) => response.request().method() === 'PATCH');
  await move(other, 'Customers');
  expect((await merged).ok()).toBe(true);
  await other.reload();
  await expect.poll(() => shortTitles(other)).toBe('Products Orders Suppliers Customers');
});

test('tiles load when they come into view, and an error of a tile does not affect the others', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const lists = Array.from({ length: 8 }, (_, i) => ({
    kind: 'list',
    table: 'customers',
    title: `List ${i}`,
  }));
  const path = await createDashboard(page, 'Long', [
    { table: 'orders', query: 'view=chart&chart=number.count', title: 'Orders' },
    { table: 'products', query: 'view=chart&chart=number.count', title: 'Products' },
    ...lists.map((list, i) => ({ ...list, query: `order=id.asc&id=gt.${i}`, width: 'full' })),
  ]);
  let isFailing = true;
  await page.route('**/api/aggregates/orders**', (route) =>
    isFailing
      ? route.fulfill({ status: 403, json: { code: '42501', message: 'permission denied' } })
      : route.continue(),
  );
  const requested: string[] = [];
  page.on('request', (request) => {
    const id = /customers\?.*id=gt\.(\d)/.exec(decodeURIComponent(request.url()))?.[1];
    if (id !== undefined) requested.push(id);
  });
  await page.goto(path);
  await expect(tile(page, 'Products').getByRole('link', { name: /^\d+$/ })).toBeVisible();
  await expect(tile(page, 'Orders').getByRole('alert')).toContainText('Couldn’t load the chart of Orders.');
  await expect(tile(page, 'List 0').getByRole('listitem')).toHaveCount(7);
  expect(requested).not.toContain('7');
  await tile(page, 'List 7').scrollIntoViewIfNeeded();
  await expect(tile(page, 'List 7').getByRole('listitem')).toHaveCount(7);
  isFailing = false;
  await tile(page, 'Orders').getByRole('button', { name: 'Try again' }).click();
  await expect(tile(page, 'Orders').getByRole('link', { name: /^\d+$/ })).toBeVisible();
});

test('the charts of a table are one request, which starts early when the dashboard is opened again', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const path = await createDashboard(page, 'Orders', [
    { table: 'orders', query: 'view=chart&chart=number.count', title: 'All' },
    { table: 'orders', query: 'view=chart&chart=number.sum(total)&status=eq.delivered', title: 'Delivered' },
    { table: 'orders', query: 'view=chart&chart=bar.count.by(placed_at.month)', title: 'Months' },
  ]);
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/aggregates/') || pathname.endsWith('/tableside_views'))
      requested.push(pathname);
  });
  for (const _ of [1, 2, 3]) {
    requested.length = 0;
    await page.goto(path);
    await expect(tile(page, 'Delivered').getByRole('link', { name: /\d/ })).toBeVisible();
    await expect(tile(page, 'Months').locator('[data-mark]').first()).toBeVisible();
    expect(requested.filter((each) => each.includes('aggregates'))).toEqual(['/api/aggregates/orders/batch']);
    expect(requested.filter((each) => each.endsWith('/tableside_views'))).toHaveLength(2);
  }
  const stored = await page.evaluate(() => localStorage.getItem('tableside.first-requests'));
  expect(stored).toContain('/api/aggregates/orders/batch');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('a dashboard fits the screen, and its tiles can be on the home page', async ({ page }) => {
    await signIn(page, 'staff');
    await page.goto('/');
    await page.getByRole('button', { name: 'Open the sidebar' }).tap();
    await sidebar(page).getByRole('link', { name: 'Roastery today' }).tap();
    const number = tile(page, 'Orders in progress').getByRole('link', { name: /^\d+$/ });
    const text = (await number.textContent()) ?? '';
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight };
    });
    expect(size).toEqual({ scrollWidth: 390, scrollHeight: 844 });
    await expectAccessible(page);
    await chooseItem(page, 'Actions for Orders in progress', 'Show on home page');

    await page.goto('/');
    const section = page.getByRole('region', { name: 'Your tiles' });
    await section.scrollIntoViewIfNeeded();
    await expect(section.getByRole('link', { name: text, exact: true })).toBeVisible();
    await expectAccessible(page);
    await section.getByRole('link', { name: text, exact: true }).tap();
    await expect(page).toHaveURL(/status=in\.\(confirmed,roasting,packed\)/);
    await page.goBack();
    await section.getByRole('button', { name: 'Remove Orders in progress from home page' }).tap();
    await expect(section).toHaveCount(0);
  });
});
