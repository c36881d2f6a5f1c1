import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, signInByPage, watchErrors } from '../support/support';
import { test } from '../support/workspace';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Expects that no content is wider than the screen, so that the page does not scroll sideways. */
async function expectToFit(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}

test('on a phone: sign in, find a record, change it, go back, open a file', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await signInByPage(page, 'owner');

  await test.step('the sidebar is a drawer', async () => {
    await page
      .getByRole('button', { name: /menu|sidebar/i })
      .first()
      .tap();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('link', { name: /Customers/ })).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole('link', { name: /Customers/ }).tap();
    await expect(drawer).toBeHidden();
  });
  await test.step('rows are a list of records', async () => {
    const list = page.getByRole('region', { name: 'Customers' });
    await expect(list.getByRole('listitem').first()).toContainText('Bäckerei Grünwald');
    await expectToFit(page);
    await expectAccessible(page);
    await list.getByRole('button', { name: /Bakery Lund/ }).tap();
  });
  await test.step('a record fills the screen and is changed', async () => {
    const record = page.getByRole('complementary', { name: 'Record' });
    await expect(record.getByRole('heading', { level: 1, name: 'Bakery Lund' })).toBeVisible();
    await expectToFit(page);
    await expectAccessible(page);
    const phone = `+46 46 ${Date.now() % 100_000}`;
    await record.getByLabel('Phone', { exact: true }).fill(phone);
    await record.getByRole('button', { name: 'Save' }).tap();
    await expect(record.getByRole('button', { name: 'Save' })).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('region', { name: 'Customers' })).toBeVisible();
    const row = await page.request.get('/api/rows/customers?name=eq.Bakery%20Lund&select=phone');
    expect(await row.json()).toEqual([{ phone }]);
  });
  expect(errors).toEqual([]);
});

test('on a phone: every page fits the screen in both themes', async ({ page }) => {
  await signIn(page, 'owner');
  for (const path of [
    '/tables/public/orders',
    '/tables/public/orders?status=eq.cancelled&total=gt.100&order=due_on.desc',
    '/tables/public/orders?record=id.eq.8',
    '/tables/public/products?record=new',
    '/tables/public/monthly_sales',
    '/files/documents',
    '/files/product-photos/coffee',
    '/account',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectToFit(page);
    await expectAccessible(page);
  }
});

test('on a phone: a card shortens the label of a field before its value', async ({ page }) => {
  await signIn(page, 'owner');
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto('/tables/public/deliveries?select=order_id,driver_id,delivered_at');
  const values = page.getByText('Delivered', { exact: true }).locator('+ *');
  await expect(values.first()).toHaveText(/\d\d:\d\d/);
  const hidden = await values.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));
  expect(Math.max(...hidden)).toBeLessThanOrEqual(1);
});

test('on a phone: the notifications open inside the screen', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/account');
  await page
    .getByRole('button', { name: /sidebar/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list).toBeVisible();
  const box = await list.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
});
