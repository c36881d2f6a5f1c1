import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible, type Role, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Saved views: in the project, shared between users, and in the browser only.

const customersPath = '/tables/public/customers';
const viewsDialog = (page: Page) => page.getByRole('dialog', { name: 'Saved views' });
const viewsButton = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name });
const sidebarLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });

async function openBrowser(browser: Browser, baseURL: string | undefined, role: Role): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await signIn(page, role);
  return page;
}

/** Saves the current view under a name, by mouse. */
async function saveView(page: Page, name: string) {
  await viewsButton(page, /Views|changed/).click();
  await viewsDialog(page).getByRole('button', { name: 'Save as new view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(viewsButton(page, name)).toBeVisible();
}

async function chooseAction(page: Page, view: string, item: string) {
  await viewsDialog(page)
    .getByRole('button', { name: `Actions for “${view}”` })
    .click();
  await page.getByRole('menu').getByRole('menuitem', { name: item }).click();
}

/** Shares a view with everyone who can read its table, or with roles. */
async function shareView(page: Page, view: string, roles?: readonly string[]) {
  await chooseAction(page, view, 'Share…');
  const dialog = page.getByRole('dialog', { name: `Share “${view}”` });
  await dialog.getByRole('combobox', { name: 'Who can open this view' }).click();
  await page
    .getByRole('option', { name: roles ? 'Users with one of these roles' : /^Everyone who can read/ })
    .click();
  for (const role of roles ?? []) await dialog.getByRole('checkbox', { name: role, exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('a view is saved, shared and changed, and another user sees it', async ({ browser, baseURL }) => {
  const signe = await openBrowser(browser, baseURL, 'staff');
  const ada = await openBrowser(browser, baseURL, 'owner');
  const errors = watchErrors(signe);

  await test.step('a saved view is visible only to its owner', async () => {
    await signe.goto(`${customersPath}?kind=eq.hotel&order=city.asc`);
    await saveView(signe, 'Hotels by city');
    await expect(signe).toHaveURL(/kind=eq\.hotel&order=city\.asc&select=/);
    await expect(sidebarLink(signe, 'Hotels by city')).toHaveAttribute('aria-current', 'true');
    await ada.goto(customersPath);
    await viewsButton(ada, 'Views').click();
    await expect(viewsDialog(ada).getByText('No saved views yet.')).toBeVisible();
    await ada.keyboard.press('Escape');
  });
  await test.step('a shared view appears when the other user returns to the page', async () => {
    await viewsButton(signe, 'Hotels by city').click();
    await expectAccessible(signe);
    await shareView(signe, 'Hotels by city');
    await viewsButton(signe, 'Hotels by city').click();
    await expect(viewsDialog(signe).getByRole('link', { name: /Hotels by city\s*, shared/ })).toBeVisible();
    await signe.keyboard.press('Escape');
    await ada.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await sidebarLink(ada, 'Hotels by city').click();
    await expect(ada).toHaveURL(/kind=eq\.hotel/);
    await expect(viewsButton(ada, 'Hotels by city')).toBeVisible();
  });
  await test.step('other users can copy it but not change it', async () => {
    await viewsButton(ada, 'Hotels by city').click();
    await viewsDialog(ada).getByRole('button', { name: 'Actions for “Hotels by city”' }).click();
    await expect(ada.getByRole('menuitem', { name: 'Duplicate…' })).toBeVisible();
    await expect(ada.getByRole('menuitem', { name: /Rename|Delete|Move/ })).toHaveCount(0);
    await ada.keyboard.press('Escape');
    await ada.keyboard.press('Escape');
    await ada.getByRole('button', { name: 'Remove', exact: false }).first().click();
    await expect(viewsButton(ada, /Hotels by city\s*, changed/)).toBeVisible();
    await expect(viewsButton(ada, /^Save a copy/)).toBeVisible();
    await ada.getByRole('link', { name: 'Reset view' }).click();
    await expect(ada).toHaveURL(/kind=eq\.hotel/);
  });
  await test.step('its owner saves a change', async () => {
    await signe.goto(`${customersPath}`);
    await sidebarLink(signe, 'Hotels by city').click();
    await signe.getByRole('columnheader', { name: /Name/ }).click();
    await expect(viewsButton(signe, /Hotels by city\s*, changed/)).toBeVisible();
    await expectAccessible(signe);
    await viewsButton(signe, 'Save view').click();
    await expect(viewsButton(signe, 'Save view')).toHaveCount(0);
    await expect(viewsButton(signe, 'Hotels by city')).toBeVisible();
    await expect(signe).toHaveURL(/order=name\.asc/);
  });
  await test.step('a deleted view can be restored', async () => {
    await viewsButton(signe, 'Hotels by city').click();
    await chooseAction(signe, 'Hotels by city', 'Delete…');
    await signe.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(sidebarLink(signe, 'Hotels by city')).toHaveCount(0);
    await signe.getByRole('button', { name: 'Undo' }).click();
    await expect(sidebarLink(signe, 'Hotels by city')).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test('a name of maximum length leaves room for the menu of its view', async ({ browser, baseURL }) => {
  const signe = await openBrowser(browser, baseURL, 'staff');
  await signe.goto(`${customersPath}?kind=eq.hotel&order=id.desc`);
  const name = `<b>${'W'.repeat(77)}`;
  await saveView(signe, name);
  await viewsButton(signe, name).click();
  const list = await viewsDialog(signe).boundingBox();
  const more = await viewsDialog(signe)
    .getByRole('button', { name: `Actions for “${name}”` })
    .boundingBox();
  if (!list || !more) throw new Error('no such list');
  expect(more.x + more.width).toBeLessThanOrEqual(list.x + list.width);
});

test('a changed view is marked as changed after a reload', async ({ browser, baseURL }) => {
  const signe = await openBrowser(browser, baseURL, 'staff');
  await signe.goto(`${customersPath}?kind=eq.shop`);
  await saveView(signe, 'Shops');
  await signe.getByRole('columnheader', { name: /Name/ }).click();
  await expect(viewsButton(signe, /Shops\s*, changed/)).toBeVisible();
  await signe.reload();
  await expect(viewsButton(signe, /Shops\s*, changed/)).toBeVisible();
  await signe.getByRole('link', { name: 'Reset view' }).click();
  await expect(signe).not.toHaveURL(/order=/);
  // The table without a view is not a change of the view.
  await signe.goto(customersPath);
  await expect(viewsButton(signe, 'Views')).toBeVisible();
});

test('a view shared with a role is offered only to its users', async ({ browser, baseURL }) => {
  const signe = await openBrowser(browser, baseURL, 'staff');
  await signe.goto('/tables/public/orders?status=eq.packed');
  await saveView(signe, 'To be shipped');
  await viewsButton(signe, 'To be shipped').click();
  await chooseAction(signe, 'To be shipped', 'Share…');
  const dialog = signe.getByRole('dialog', { name: 'Share “To be shipped”' });
  await dialog.getByRole('combobox', { name: 'Who can open this view' }).click();
  await signe.getByRole('option', { name: 'Users with one of these roles' }).click();
  await expect(dialog.getByRole('checkbox')).toHaveText(['', '', '']);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one role.');
  await expectAccessible(signe);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await viewsButton(signe, 'To be shipped').click();
  await shareView(signe, 'To be shipped', ['owner']);
  await viewsButton(signe, 'To be shipped').click();
  await expect(
    viewsDialog(signe).getByRole('link', { name: /To be shipped\s*, shared with owner/ }),
  ).toBeVisible();

  for (const [role, found] of [
    ['owner', 1],
    ['viewer', 0],
  ] as const) {
    const page = await openBrowser(browser, baseURL, role);
    const listed = page.waitForResponse((response) => response.url().includes('/api/rows/tableside_views'));
    await page.goto('/tables/public/orders');
    await listed;
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(sidebarLink(page, 'To be shipped')).toHaveCount(found);
    // The demo shares its views of orders only with the roles that work on them.
    await expect(sidebarLink(page, 'In progress')).toHaveCount(found);
  }
});

test('a view of a table that the user can’t read is not found', async ({ browser, baseURL }) => {
  const signe = await openBrowser(browser, baseURL, 'staff');
  const response = await signe.request.post('/api/rows/tableside_views', {
    data: {
      ...{ table_schema: 'public', table_name: 'roast_readings', name: 'Hot drums', query: 'batch=gt.1' },
      shared: true,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const jonas = await openBrowser(browser, baseURL, 'viewer');
  for (const [page, found] of [
    [signe, 1],
    [jonas, 0],
  ] as const) {
    await page.goto('/tables/public/orders');
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('drums');
    await expect(page.getByRole('option', { name: /Hot drums/ })).toHaveCount(found);
  }
});

test('a link contains columns, their order and widths, and does not change the receiver’s own', async ({
  browser,
  baseURL,
}) => {
  const signe = await openBrowser(browser, baseURL, 'staff');
  await signe.goto('/tables/public/products?select=name,stock,price');
  const edge = await signe.getByRole('columnheader', { name: /Stock/ }).boundingBox();
  if (!edge) throw new Error('no such column');
  await signe.mouse.move(edge.x + edge.width - 3, edge.y + 10);
  await signe.mouse.down();
  await signe.mouse.move(edge.x + 237, edge.y + 10, { steps: 5 });
  await signe.mouse.up();
  await signe.getByRole('button', { name: /Export/ }).click();
  await signe.getByRole('menuitem', { name: 'Copy link to this view' }).click();
  await expect(signe.getByText('Link to this view copied')).toBeVisible();
  const link = await signe.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/select=name,stock,price&widths=stock\.2\d\d$/);

  const ada = await openBrowser(browser, baseURL, 'owner');
  const stockWidth = async () =>
    (await ada.getByRole('columnheader', { name: /Stock/ }).boundingBox())?.width ?? 0;
  await ada.goto('/tables/public/products?select=name,stock,price');
  const own = await stockWidth();
  await ada.goto(link);
  await expect.poll(stockWidth).toBeGreaterThan(230);
  await ada.goto('/tables/public/products?select=name,stock,price');
  await expect.poll(stockWidth).toBe(own);
});

test('by keyboard: save, open, move, rename, delete', async ({ page }) => {
  await signIn(page, 'owner');
  const deliveries = '/tables/public/deliveries';
  const names = () => viewsDialog(page).getByRole('listitem').getByRole('link').allTextContents();
  for (const [name, order] of [
    ['First', 'id.asc'],
    ['Second', 'carrier.asc'],
  ] as const) {
    await page.goto(`${deliveries}?order=${order}`);
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await viewsButton(page, 'Views').press('Enter');
    await viewsDialog(page).getByRole('button', { name: 'Save as new view…' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(viewsButton(page, name)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['First', 'Second']);
  await viewsDialog(page).getByRole('link', { name: 'Second' }).press('Alt+ArrowUp');
  await expect.poll(names).toEqual(['Second', 'First']);
  await expect(viewsDialog(page).getByRole('link', { name: 'Second' })).toBeFocused();
  await expect(viewsDialog(page).getByRole('status')).toHaveText('Second moved to position 1 of 2.');
  await page.reload();
  await viewsButton(page, 'Second').press('Enter');
  await expect.poll(names).toEqual(['Second', 'First']);

  await viewsDialog(page).getByRole('button', { name: 'Actions for “First”' }).press('Enter');
  await page.keyboard.press('Enter'); // Rename… is the first
  const name = page.getByRole('dialog', { name: 'Rename view' }).getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('You already have a view with this name.');
  await name.fill('Третий — “x” <b>');
  await page.keyboard.press('Enter');
  await expect(sidebarLink(page, 'Третий — “x” <b>')).toBeVisible();
});

test('a view with missing columns names them and shows the rest', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto(`${customersPath}?vat_number=is.null&country=eq.DK&order=region.asc`);
  const notice = page.getByRole('status').filter({ hasText: 'don’t exist' });
  await expect(notice).toContainText('“vat_number” and “region”');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Remove from view' }).click();
  await expect(page).toHaveURL(/\?country=eq\.DK$/);
  await expect(page.getByRole('gridcell', { name: 'Denmark' }).first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('views open from the page, and from the drawer', async ({ page }) => {
    await signIn(page, 'staff');
    await page.goto('/tables/public/orders');
    await viewsButton(page, 'Views').tap();
    await expectAccessible(page);
    await viewsDialog(page).getByRole('link', { name: 'In progress' }).tap();
    await expect(page).toHaveURL(/status=in/);
    await expect(viewsButton(page, 'In progress')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page
      .getByRole('button', { name: /sidebar/i })
      .first()
      .tap();
    await page.getByRole('dialog').getByRole('link', { name: 'Unassigned' }).tap();
    await expect(page).toHaveURL(/assigned_to=is\.null/);
  });
});

test.describe('without the table for views', () => {
  test.use({ backend: 'awkward' });

  test('views are stored in this browser, per user, with a hint how to share them', async ({ page }) => {
    const errors = watchErrors(page);
    const account = { email: 'views@example.test', password: 'correct horse battery' };
    const made = await page.request.post('/api/auth/sign-up', { data: account });
    if (!made.ok()) await page.request.post('/api/auth/sign-in', { data: account });
    await page.goto('/');
    const [first] = (await (await page.request.get('/api/schema')).json()).tables;
    const address = `/tables/${first.schema}/${encodeURIComponent(first.name)}`;
    await page.goto(`${address}?search=a`);
    await saveView(page, 'العربية ☕');
    await viewsButton(page, 'العربية ☕').click();
    await expect(viewsDialog(page)).toContainText('tableside schema-sql --views');
    await expectAccessible(page);
    await page.reload();
    await expect(sidebarLink(page, 'العربية ☕')).toHaveAttribute('aria-current', 'true');

    await page.request.post('/api/auth/sign-out');
    const other = { email: 'views-other@example.test', password: account.password };
    const signed = await page.request.post('/api/auth/sign-up', { data: other });
    if (!signed.ok()) await page.request.post('/api/auth/sign-in', { data: other });
    await page.goto(address);
    await viewsButton(page, 'Views').click();
    await expect(viewsDialog(page).getByText('No saved views')).toBeVisible();
    expect(errors).toEqual([]);
  });
});
