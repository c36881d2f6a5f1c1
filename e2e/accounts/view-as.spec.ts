import { expect, type Page } from '@playwright/test';
import {
  addCustomer,
  editCity,
  fetchCity,
  openCityCell,
  openSecondBrowser,
  record,
} from '../support/customers';
import { expectAccessible, signIn } from '../support/support';
import { test } from '../support/workspace';

const tables = (page: Page) =>
  page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: /./ }).allInnerTexts();

test('the owner sees the workspace as another user does, and can change nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const viewer = await openSecondBrowser(browser, baseURL, 'viewer');
  await viewer.goto('/tables/public/orders');
  await expect(viewer.getByRole('grid', { name: 'Orders' })).toBeVisible();
  await signIn(page, 'owner');
  await page.goto('/');
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'View as another user' }).click();
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('jonas');
  await page.getByRole('button', { name: 'View as Jonas Keller' }).click();
  const banner = page.getByText(/You’re viewing the workspace as Jonas Keller/);
  await expect(banner).toBeVisible();
  await expectAccessible(page);

  await page.goto('/tables/public/orders');
  await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
  await expect(viewer.getByRole('link', { name: 'Product photos' })).toBeVisible();
  await expect.poll(() => tables(page)).toEqual(await tables(viewer));
  const count = async (of: Page) =>
    (await of.request.get('/api/rows/orders?select=id', { headers: { Prefer: 'count=exact' } })).headers()[
      'content-range'
    ];
  expect(await count(page)).toBe(await count(viewer));
  const rejected = await page.request.patch('/api/rows/orders?id=gt.0', { data: { notes: 'x' } });
  expect(rejected.status()).toBe(403);
  expect((await rejected.json()).code).toBe('view_as_read_only');
  await page.reload();
  await expect(banner).toBeVisible();

  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Ada Lindqvist/ })).toBeVisible();
  expect((await viewer.request.get('/api/rows/orders?limit=1')).status(), 'the own session continues').toBe(
    200,
  );
});

/** Starts to view the workspace as a user, by the API. */
async function startViewAs(page: Page, filter: string) {
  const { users } = await (await page.request.get(`/api/auth/view-as/users?filter=${filter}`)).json();
  const started = await page.request.post('/api/auth/view-as', { data: { userId: users[0].id } });
  expect(started.status(), await started.text()).toBe(200);
}

test('unsaved and queued changes of the viewed user and of the viewer remain theirs', async ({ page }) => {
  const isBanner = page.getByText(/You’re viewing the workspace as Signe/);
  const notes = record(page).getByRole('textbox', { name: 'Notes' });
  const queued = page.getByRole('button', { name: /^1 \w+ waiting/ });
  const patches: string[] = [];
  page.on('request', (request) => void (request.method() === 'PATCH' && patches.push(request.url())));
  await page.route('**/api/rows/customers?*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await signIn(page, 'staff');
  const id = await addCustomer(page, 'Drafts of several users');
  await test.step('the user has a draft, and a change that waits to be sent', async () => {
    const cell = await openCityCell(page, id);
    await editCity(page, cell, 'Ribe');
    await expect(queued).toBeVisible();
    await page.goto(`/tables/public/customers?record=id.eq.${id}`);
    await notes.fill('draft of Signe');
  });
  await test.step('the viewer has a draft of the same record', async () => {
    await signIn(page, 'owner');
    await page.goto(`/tables/public/customers?record=id.eq.${id}`);
    await expect(notes).toHaveValue('');
    await expect(queued).toHaveCount(0);
    await notes.fill('draft of Ada');
  });
  await test.step('while viewing, neither is shown or sent', async () => {
    await startViewAs(page, 'signe');
    patches.length = 0;
    await page.goto(`/tables/public/customers?record=id.eq.${id}`);
    await expect(isBanner).toBeVisible();
    await expect(notes).toHaveValue('');
    await expect(record(page).getByLabel('City')).not.toHaveValue('Ribe');
    await expect(queued).toHaveCount(0);
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await expect(isBanner).toHaveCount(0);
    expect(patches).toEqual([]);
  });
  await test.step('the viewer finds the own draft', async () => {
    await page.goto(`/tables/public/customers?record=id.eq.${id}`);
    await expect(notes).toHaveValue('draft of Ada');
  });
  await test.step('the change of the user is sent when they are signed in', async () => {
    await page.unroute('**/api/rows/customers?*');
    await signIn(page, 'staff');
    await page.goto('/tables/public/customers');
    await expect.poll(() => fetchCity(page, id)).toBe('Ribe');
  });
});

test.describe('with TABLESIDE_LOCK_MINUTES', () => {
  test.use({ settings: { TABLESIDE_LOCK_MINUTES: '5' } });

  test('the idle lock of a viewed page ends both sessions, and the viewer signs in as themselves', async ({
    page,
  }) => {
    await signIn(page, 'owner');
    await startViewAs(page, 'signe');
    await page.clock.install({ time: Date.now() });
    await page.goto('/tables/public/orders');
    await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
    await page.clock.fastForward('06:00');
    const dialog = page.getByRole('dialog', { name: 'Locked' });
    await expect(dialog).toContainText('you’re no longer viewing the workspace as Signe Østergaard');
    await expect(page.getByRole('grid', { name: 'Orders' })).toBeHidden();
    // Nobody enters the password of the viewed user.
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    const readUser = async () => (await (await page.request.get('/api/workspace')).json()).user;
    await expect.poll(readUser).toBe(null);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await signIn(page, 'owner');
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Ada Lindqvist/ })).toBeVisible();
    await expect(page.getByText(/viewing the workspace as/)).toHaveCount(0);
  });
});

test('a role that is not configured gets an explanation', async ({ page }) => {
  await signIn(page, 'staff');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Choose a user' }).click();
  await expect(page.getByRole('heading', { name: 'Not available for your role' })).toBeVisible();
  await page.getByRole('button', { name: /account menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'View as another user' })).toHaveCount(0);
});
