import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

/** Assigns an order to the user, late and with a status, and returns its number. */
async function prepareOrder(page: Page, status: string): Promise<{ id: number; number: number }> {
  const { user } = await (await page.request.get('/api/workspace')).json();
  const found = await page.request.get(
    `/api/rows/orders?status=eq.${status}&select=id,number&order=id.asc&limit=1`,
  );
  const [order] = await found.json();
  const saved = await page.request.patch(`/api/rows/orders?id=eq.${order.id}`, {
    data: { assigned_to: user.id, due_on: '2020-02-29' },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  return order;
}

test('the home page shows assigned, late and recently opened records, and favorites, in a few requests', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'staff');
  const { id, number } = await prepareOrder(page, 'packed');
  await page.goto('/tables/public/products?record=id.eq.1');
  await expect(page.getByRole('complementary', { name: 'Record' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(sidebar(page).getByRole('link', { name: /^Products/ })).toHaveCount(1);
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(
      ([key, text]) => key.startsWith('tableside.personal') && text.includes('id.eq.1'),
    ),
  );

  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/rows/')) reads.push(request.url());
  });
  await page.goto('/');
  const card = section(page, 'Assigned to you')
    .getByRole('listitem')
    .filter({ hasText: String(number) });
  await expect(card).toContainText('Packed');
  await expect(card.getByRole('img', { name: 'Overdue' })).toBeVisible();
  const status = card.getByText('Packed', { exact: true });
  await card.getByText(new RegExp(`${number}$`)).evaluate((title) => {
    title.textContent = 'A long title '.repeat(9) + title.textContent;
  });
  expect(await status.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
  await expect(section(page, 'Favorites').getByRole('link', { name: 'Products' })).toBeVisible();
  await expect(section(page, 'Opened last').getByRole('link')).toHaveCount(1);
  await expect(section(page, 'Late and due').filter({ hasText: String(number) })).toHaveCount(0);
  await expect(section(page, 'Tables')).toBeVisible();
  expect(reads.length).toBeLessThan(25);
  await expectAccessible(page);

  await card.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`orders\\?record=id\\.eq\\.${id}$`));
  expect(errors).toEqual([]);
});

test('a viewer sees only their own records, and no empty parts', async ({ page }) => {
  await signIn(page, 'viewer');
  await page.goto('/');
  await expect(section(page, 'Tables')).toBeVisible();
  await expect(section(page, 'Favorites')).toHaveCount(0);
  await expect(section(page, 'Assigned to you')).toHaveCount(0);
  await expectAccessible(page);
});

test('a user arranges the sidebar: hides and moves tables, and keeps that after a reload', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.goto('/account');
  const titles = () => sidebar(page).getByRole('list', { name: 'Tables' }).getByRole('link').allInnerTexts();
  await expect.poll(async () => (await titles())[0]).toMatch(/^Customers/);
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Customize sidebar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customize sidebar' });
  await dialog.getByRole('checkbox', { name: 'Show Deliveries' }).click();
  await dialog.getByRole('button', { name: 'Move Customers down' }).click();
  await dialog.getByRole('button', { name: 'Move Customers down' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(sidebar(page).getByRole('link', { name: /^Deliveries/ })).toHaveCount(0);
  await page.reload();
  await expect.poll(async () => (await titles())[1]).toMatch(/^Customers/);
  await expect(sidebar(page).getByRole('link', { name: /^Deliveries/ })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a tap on a card does the next step of its record', async ({ page }) => {
    await signIn(page, 'owner');
    const { id, number } = await prepareOrder(page, 'confirmed');
    await page.goto('/');
    const card = section(page, 'Assigned to you')
      .getByRole('listitem')
      .filter({ hasText: String(number) });
    await card.getByRole('button', { name: 'Start roasting' }).tap();
    const readStatus = async () =>
      (await (await page.request.get(`/api/rows/orders?id=eq.${id}&select=status`)).json())[0].status;
    await expect.poll(readStatus).toBe('roasting');
    await expect(card).toContainText('Roasting');
    await expectAccessible(page);
  });

  /** Assigns an open delivery without a photo to the user, and opens the home page. Returns its card and how to read the row. */
  async function openDelivery(page: Page) {
    const { user } = await (await page.request.get('/api/workspace')).json();
    const query = 'select=id,delivered_at,proof_photo';
    const open = `/api/rows/deliveries?${query}&delivered_at=is.null&proof_photo=is.null&order=id.desc&limit=1`;
    const [delivery] = await (await page.request.get(open)).json();
    const path = `/api/rows/deliveries?${query}&id=eq.${delivery.id}`;
    await page.request.patch(path, { data: { driver_id: user.id } });
    await page.goto('/');
    const card = section(page, 'Assigned to you')
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href$="id.eq.${delivery.id}"]`) });
    await expect(card.getByRole('button', { name: 'Take photo' })).toBeVisible();
    return { card, read: async () => (await (await page.request.get(path)).json())[0] };
  }

  async function takePhoto(page: Page, card: Locator) {
    const camera = page.waitForEvent('filechooser');
    await card.getByRole('button', { name: 'Take photo' }).tap();
    await (await camera).setFiles({
      ...{ name: 'image.png', mimeType: 'image/png' },
      buffer: await page.screenshot(),
    });
  }

  /** Replaces the response to uploads of photos. */
  const interceptUploads = (page: Page, respond: (route: Route) => Promise<void>) =>
    page.route('**/api/files/delivery-proofs/**', (route) =>
      route.request().method() === 'PUT' ? respond(route) : route.continue(),
    );

  test('a photo completes a delivery, stays on the card if it could not be saved, and can be undone', async ({
    page,
  }) => {
    await signIn(page, 'staff');
    const { card, read } = await openDelivery(page);
    await expectAccessible(page);
    await interceptUploads(page, (route) =>
      route.fulfill({ status: 403, json: { code: 'AccessDenied', message: 'Not allowed.' } }),
    );
    await takePhoto(page, card);
    await expect(page.getByRole('alert')).toContainText('The photo was not saved.');
    await page.unrouteAll();
    await page
      .getByRole('alert')
      .getByRole('button', { name: /^(Retry|Try again)$/ })
      .tap();
    await expect.poll(async () => (await read()).proof_photo).toMatch(/^proof_photo.*\.png$/);
    expect((await read()).delivered_at).not.toBeNull();
    await expect(card).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(async () => (await read()).delivered_at).toBeNull();
    expect((await read()).proof_photo).toBeNull();
    await expect(card).toHaveCount(1);
  });

  test('a photo that can’t be sent is queued, and is sent after a reload', async ({ page }) => {
    await signIn(page, 'staff');
    const { card, read } = await openDelivery(page);
    await interceptUploads(page, (route) => route.abort());
    await takePhoto(page, card);
    const queued = card.getByRole('img', { name: 'Not saved yet. Waiting to be sent.' });
    await expect(queued).toBeVisible();
    await expect(card.getByRole('button', { name: 'Take photo' })).toHaveCount(0);
    await page.reload();
    await expect(queued).toBeVisible();
    expect((await read()).proof_photo).toBeNull();
    await page.unrouteAll();
    await expect.poll(async () => (await read()).proof_photo).toMatch(/^proof_photo.*\.png$/);
    const { proof_photo: photo } = await read();
    expect((await page.request.get(`/api/files/delivery-proofs/${photo}`)).status()).toBe(200);
    await expect(queued).toHaveCount(0);
  });
});
