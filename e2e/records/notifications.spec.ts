import { expect, type Page } from '@playwright/test';
import {
  addCustomer,
  editCity,
  fetchCity,
  grid,
  openCityCell,
  openSecondBrowser,
  record,
} from '../support/customers';
import { expectAccessible } from '../support/support';
import { test } from '../support/workspace';

// Notifications: followed records and views, mentions, assignments.
test.use({ live: true });

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const following = (page: Page) => page.getByRole('region', { name: 'Following' });
const items = (page: Page) => page.getByRole('dialog', { name: 'Notifications' }).getByRole('list').first();

/** Waits until the page has stored what the user has seen of a follow. */
async function waitForSeen(page: Page) {
  await page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/tableside_follows'),
  );
}

declare global {
  interface Window {
    shownNotifications: (Notification & { text: string })[];
    permissionRequests: number;
  }
}

/** Records the browser's notifications and the requests for permission. A headless page is never hidden: the test sets this. */
async function recordNotifications(page: Page) {
  await page.addInitScript(() => {
    window.shownNotifications = [];
    window.permissionRequests = 0;
    let permission: NotificationPermission = 'default';
    window.Notification = class extends Notification {
      static override get permission() {
        return permission;
      }
      static override async requestPermission() {
        window.permissionRequests += 1;
        permission = 'granted';
        return permission;
      }
      text: string;
      constructor(text: string, options?: NotificationOptions) {
        super(text, options);
        this.text = text;
        window.shownNotifications.push(this);
      }
    };
  });
}

async function setHidden(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

/** Marks mentions as seen in a browser: those of other tests are newer than the clock of the pages. */
async function hideMentions(page: Page) {
  const { user } = await (await page.request.get('/api/workspace')).json();
  await page.addInitScript((userId) => {
    const key = `tableside.notifications.${userId}`;
    if (localStorage.getItem(key) === null) localStorage.setItem(key, '{"mentionsSeenAt":4102444800000}');
  }, user.id);
}

const shownTexts = (page: Page) => page.evaluate(() => window.shownNotifications.map(({ text }) => text));

test('a user is notified of a followed record, a mention and an assignment', async ({ browser, baseURL }) => {
  const ada = await openSecondBrowser(browser, baseURL, 'owner');
  const signe = await openSecondBrowser(browser, baseURL, 'staff');
  const { id: adaId } = (await (await ada.request.get('/api/workspace')).json()).user;
  // The clock of the pages is not that of the database.
  await ada.addInitScript((userId) => {
    for (const [key, text] of [
      [`tableside.notifications.${userId}`, '{"mentionsSeenAt":1}'],
      [`tableside.read-comments.${userId}`, '{"since":1,"records":{}}'],
    ] as const)
      if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
  }, adaId);
  const id = await addCustomer(ada, 'Followed customer');
  await ada.goto(`/tables/public/customers?record=id.eq.${id}`);
  const firstSeen = waitForSeen(ada);
  await record(ada).getByRole('button', { name: 'Follow' }).click();
  await expect(record(ada).getByRole('button', { name: 'Following' })).toBeVisible();
  await expect(bell(ada)).toHaveText('Notifications');

  // While the record is shown, its changes are seen.
  await firstSeen;
  const changeSeen = waitForSeen(ada);
  await signe.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city: 'Ribe' } });
  await expect(record(ada).getByLabel('City')).toHaveValue('Ribe');
  await expect(bell(ada)).toHaveText('Notifications');
  await changeSeen;
  await ada.goto('/tables/public/products');
  await expect(bell(ada)).toHaveText('Notifications');

  await signe.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city: 'Skagen' } });
  await expect(bell(ada)).toHaveText('Notifications1');
  await expect(ada).toHaveTitle(/^\(1\) /);
  const comment = await signe.request.post('/api/rows/tableside_comments', {
    data: {
      table_schema: 'public',
      table_name: 'customers',
      record_key: `["${id}"]`,
      body: `[@Ada Lindqvist](mention:${adaId}) please call them`,
    },
  });
  expect(comment.status(), await comment.text()).toBe(201);
  await expect(bell(ada)).toHaveText('Notifications2');
  const response = await signe.request.get('/api/rows/orders?status=eq.draft&select=id&limit=1');
  const [order] = await response.json();
  await signe.request.patch(`/api/rows/orders?id=eq.${order.id}`, { data: { assigned_to: adaId } });
  await expect(bell(ada)).toHaveText('Notifications3');
  await expect(ada).toHaveTitle(/^\(3\) /);

  await bell(ada).click();
  await expect(items(ada).getByRole('link')).toHaveText([
    'Signe Østergaard mentioned you in Customers',
    /is assigned to you$/,
    'Followed customer changed',
  ]);
  await expectAccessible(ada);
  await items(ada).getByRole('link', { name: 'Followed customer changed' }).click();
  await expect(record(ada).getByLabel('City')).toHaveValue('Skagen');
  // The conversation is read, too.
  await expect(bell(ada)).toHaveText('Notifications1');
  await bell(ada).click();
  await ada.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(ada.getByText('Nothing new')).toBeVisible();
  await expect(ada).toHaveTitle(/^[^(]/);
  await ada.getByRole('button', { name: 'Stop following Followed customer' }).click();
  await ada.keyboard.press('Escape');
  await expect(record(ada).getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await ada.reload();
  await expect(record(ada).getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await expect(bell(ada)).toHaveText('Notifications');
});

test('a followed view notifies in the browser while the page is hidden, and the user follows it in every browser', async ({
  browser,
  baseURL,
}) => {
  const ada = await openSecondBrowser(browser, baseURL, 'owner');
  const signe = await openSecondBrowser(browser, baseURL, 'staff');
  await ada.context().grantPermissions(['notifications']);
  await recordNotifications(ada);
  await hideMentions(ada);
  const query = `name=like.${encodeURIComponent('Viewed %')}&select=name,city`;
  const saved = await ada.request.post('/api/rows/tableside_views', {
    data: { table_schema: 'public', table_name: 'customers', name: 'Viewed customers', query },
  });
  expect(saved.status(), await saved.text()).toBe(201);
  const id = await addCustomer(ada, 'Viewed 1');

  await ada.goto(`/tables/public/customers?${query}`);
  await ada.getByRole('button', { name: /^Viewed customers/ }).click();
  await ada.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(ada.getByRole('button', { name: 'Following' })).toBeVisible();
  expect(await ada.evaluate(() => window.permissionRequests), 'asked with the first follow').toBe(1);
  await ada.keyboard.press('Escape');
  await expect(grid(ada).getByText('Viewed 1')).toBeVisible();

  await test.step('a visible page shows no notification of what it shows', async () => {
    await signe.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city: 'Ribe' } });
    await expect(grid(ada).getByText('Ribe')).toBeVisible();
    await expect(bell(ada)).toHaveText('Notifications');
    expect(await shownTexts(ada)).toEqual([]);
  });

  await test.step('a hidden page notifies; a click opens the view, and it is read', async () => {
    await setHidden(ada, true);
    await addCustomer(signe, 'Viewed 2');
    await expect.poll(() => shownTexts(ada)).toEqual(['Viewed customers changed']);
    await expect(bell(ada)).toHaveText('Notifications1');
    await setHidden(ada, false);
    await expect(bell(ada)).toHaveText('Notifications');
    await ada.getByRole('link', { name: /^Products/ }).click();
    await expect(ada).toHaveURL(/products/);
    await ada.evaluate(() => window.shownNotifications[0]?.dispatchEvent(new Event('click')));
    await expect(grid(ada).getByText('Viewed 2')).toBeVisible();
  });

  await test.step('the first record that is followed later asks for nothing', async () => {
    await ada.goto(`/tables/public/customers?record=id.eq.${id}`);
    await record(ada).getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(record(ada).getByRole('button', { name: 'Following' })).toBeVisible();
    expect(await ada.evaluate(() => window.permissionRequests)).toBe(0);
  });

  await test.step('another browser of the user loads the follows and what the user has seen', async () => {
    const laptop = await openSecondBrowser(browser, baseURL, 'owner');
    await hideMentions(laptop);
    await laptop.goto('/tables/public/products');
    await expect(bell(laptop)).toHaveText('Notifications');
    await bell(laptop).click();
    await expect(following(laptop).getByRole('link')).toHaveText(['Viewed customers', 'Viewed 1']);
    await laptop.getByRole('button', { name: 'Stop following Viewed 1' }).click();
    await expect(following(laptop).getByRole('link')).toHaveText(['Viewed customers']);
    await ada.reload();
    await expect(record(ada).getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  });
});

test('an own change is no notification, and hides no change of another user', async ({
  browser,
  baseURL,
}) => {
  const ada = await openSecondBrowser(browser, baseURL, 'owner');
  const signe = await openSecondBrowser(browser, baseURL, 'staff');
  await hideMentions(ada);
  const id = await addCustomer(ada, 'Shared customer');
  await ada.goto(`/tables/public/customers?record=id.eq.${id}`);
  await record(ada).getByRole('button', { name: 'Follow' }).click();
  await expect(record(ada).getByRole('button', { name: 'Following' })).toBeVisible();
  const cell = await openCityCell(ada, id);
  await expect(bell(ada)).toHaveText('Notifications');
  // The rows of the follow are read again after each change.
  const changeCity = async (city: string) => {
    const read = ada.waitForResponse(async (response) => {
      const isFollow = /\/api\/rows\/customers\?.*limit=1(&|$)/.test(response.url());
      return isFollow && response.request().method() === 'GET' && (await response.text()).includes(city);
    });
    await editCity(ada, cell, city);
    await expect.poll(() => fetchCity(ada, id)).toBe(city);
    await read;
  };

  await changeCity('Ribe');
  await expect(bell(ada)).toHaveText('Notifications');
  const renamed = await signe.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { name: 'Renamed' } });
  expect(renamed.ok()).toBe(true);
  await expect(bell(ada)).toHaveText('Notifications1');
  await changeCity('Skagen');
  await expect(bell(ada)).toHaveText('Notifications1');
  await ada.goto(`/tables/public/customers?record=id.eq.${id}`);
  await expect(record(ada).getByRole('textbox', { name: 'Name' })).toHaveValue('Renamed');
  await expect(bell(ada)).toHaveText('Notifications');
});
