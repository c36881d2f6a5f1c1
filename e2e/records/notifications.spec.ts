import { expect, type Page } from '@playwright/test';
import { addCustomer, openSecondBrowser, record } from '../support/customers';
import { expectAccessible } from '../support/support';
import { test } from '../support/workspace';

// Notifications: followed records and views, mentions, assignments.
test.use({ live: true });

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const items = (page: Page) => page.getByRole('dialog', { name: 'Notifications' }).getByRole('list').first();

test('a user is notified of a followed record, a mention and an assignment', async ({ browser, baseURL }) => {
  const ada = await openSecondBrowser(browser, baseURL, 'owner');
  const signe = await openSecondBrowser(browser, baseURL, 'staff');
  await ada.context().grantPermissions(['notifications']);
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
  await record(ada).getByRole('button', { name: 'Follow' }).click();
  await expect(record(ada).getByRole('button', { name: 'Following' })).toBeVisible();
  await expect(bell(ada)).toHaveText('Notifications');

  // While the record is shown, its changes are seen.
  await signe.request.patch(`/api/rows/customers?id=eq.${id}`, { data: { city: 'Ribe' } });
  await expect(record(ada).getByLabel('City')).toHaveValue('Ribe');
  await expect(bell(ada)).toHaveText('Notifications');
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
