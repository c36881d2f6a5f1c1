import { expect } from '@playwright/test';
import { fetchValue, insertCustomer, insertRow, record, relatedSection } from '../support/record';
import { expectAccessible, signIn, viewOnlyBadge } from '../support/support';
import { test } from '../support/workspace';

// Tests the form of a record, and its deletion. Each test creates the rows that it changes.

test('a range is entered as two bounds with an inclusive last day, pasted as text, or emptied', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.request.patch('/api/rows/plans?id=eq.3', { data: { days: '[2027-03-01,2027-03-05)' } });
  await page.goto('/tables/public/plans?record=id.eq.3');
  const from = record(page).getByRole('textbox', { name: 'Days from' });
  const to = record(page).getByRole('textbox', { name: 'Days to' });
  await expect(from).toHaveValue('1 Mar 2027');
  await expect(to).toHaveValue('4 Mar 2027');
  await expectAccessible(page);

  await to.fill('2027-03-06');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => fetchValue(page, 'plans', 3, 'days')).toBe('[2027-03-01,2027-03-07)');
  await from.fill('(2027-04-01,2027-04-03]');
  await expect(from).toHaveValue('2027-04-01');
  await expect(to).toHaveValue('2027-04-03');
  await record(page).getByRole('button', { name: 'after. Include start' }).click();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => fetchValue(page, 'plans', 3, 'days')).toBe('[2027-04-01,2027-04-04)');

  await to.fill('soon');
  await page.keyboard.press('Control+Enter');
  await expect(record(page).getByText('End: Enter a date, e.g. 20 Nov 2026.')).toBeVisible();
  await to.fill('');
  await from.fill('');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => fetchValue(page, 'plans', 3, 'days')).toBeNull();
});

test('a file uploaded for a new record is deleted when the record is discarded, also after a reload', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/products?record=new');
  const photo = record(page).getByRole('group', { name: 'Photo' });
  const chooser = page.waitForEvent('filechooser');
  await photo.getByRole('button', { name: 'Upload' }).click();
  await (await chooser).setFiles({
    ...{ name: 'Nobody wants.png', mimeType: 'image/png' },
    buffer: await page.screenshot(),
  });
  await expect(photo.getByText('Nobody wants.png')).toBeVisible();
  const countFiles = async () => {
    const { entries } = await (await page.request.get('/api/files/product-photos')).json();
    return entries.filter(({ name }: { name: string }) => name.startsWith('Nobody')).length;
  };
  await expect.poll(countFiles).toBe(1);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(photo.getByText('Nobody wants.png')).toBeVisible();
  await record(page).getByRole('button', { name: 'Discard' }).click();
  await expect.poll(countFiles).toBe(0);
});

test('the delete dialog lists the referencing rows and what happens to them', async ({ page }) => {
  await signIn(page, 'owner');
  const customer = await insertCustomer(page, 'Deleted Diner');
  const order = await insertRow(page, 'orders', { customer_id: customer.id });
  await insertRow(page, 'order_items', { order_id: order.id, product_id: 1, unit_price: 3 });

  await page.goto(`/tables/public/customers?record=id.eq.${customer.id}`);
  await record(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    '1 order refers to it in Customer, so the database will reject the delete.',
  );
  await expect(dialog).toContainText(String(order.number));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/tables/public/orders?record=id.eq.${order.id}&panel=full`);
  await record(page).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('1 order item is also deleted.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/tables\/public\/orders$/);
  await page.goto(`/tables/public/customers?record=id.eq.${customer.id}`);
  await record(page).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('You can undo this.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(record(page)).toHaveCount(0);
});

test('a user without the insert privilege can’t open a new record, even by URL', async ({ page }) => {
  await signIn(page, 'viewer');
  await page.goto('/tables/public/orders?record=new');
  await expect(record(page)).toContainText('can’t add rows to Orders.');
  await expect(record(page).getByRole('button', { name: 'Create' })).toHaveCount(0);
  await expectAccessible(page);
  await record(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(record(page)).toHaveCount(0);
});

test('a new record’s form shows the values of the defaults instead of SQL', async ({ page }) => {
  await signIn(page, 'owner');
  const expectDefaults = async (table: string, defaults: Readonly<Record<string, string>>) => {
    await page.goto(`/tables/public/${table}?record=new`);
    for (const [label, value] of Object.entries(defaults)) {
      const field = record(page).getByLabel(label, { exact: true });
      await expect(field).toBeVisible();
      const shown = await field.evaluate((control) =>
        control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
          ? control.placeholder
          : control.textContent,
      );
      expect(shown, label).toBe(value);
    }
    const texts = await record(page)
      .locator('[placeholder]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('placeholder')));
    expect([...texts, await record(page).textContent()].join('\n')).not.toMatch(/::|\(\)|CURRENT_|\{\}/i);
  };
  // The database's current day; the demo uses UTC.
  await page.clock.setFixedTime('2026-05-28T12:00:00Z');
  await expectDefaults('orders', {
    Number: 'Next number',
    Status: 'Draft',
    Due: '4 June',
    Placed: 'Now',
    Total: '€0.00',
  });
  await expect(record(page).getByText('today + 7 days', { exact: true })).toBeVisible();
  // The unit beside a label does not make its line taller.
  const measureLine = (label: string) =>
    record(page)
      .locator('label', { hasText: label })
      .evaluate((element) => element.parentElement?.getBoundingClientRect().height);
  expect(await measureLine('Total')).toBe(await measureLine('Number'));
  await expectDefaults('products', { Tags: 'Empty', Attributes: 'Empty', Launched: '28 May' });
});

test('a new record with invalid fields is not sent, and its first invalid field is focused and visible', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.setViewportSize({ width: 1024, height: 480 });
  await page.goto('/tables/public/customers?record=new');
  await record(page).getByLabel('Country').fill('Denmark');
  await record(page).getByLabel('Notes').fill('near the harbour');
  await page.keyboard.press('Control+Enter');
  const name = record(page).getByLabel(/^Name/);
  await expect(name).toBeFocused();
  await expect(name).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('Harbour Bar');
  // The button focuses the next invalid field.
  await record(page)
    .getByRole('button', { name: /^Create/ })
    .click();
  await expect(record(page).getByLabel('City')).toBeFocused();
  await page.keyboard.type('Odense');
  await record(page)
    .getByRole('button', { name: /^Create/ })
    .click();
  await expect(record(page).getByLabel('Country')).toBeFocused();

  const { id } = await insertRow(page, 'orders', { customer_id: 7 });
  await page.goto(`/tables/public/orders?record=id.eq.${id}&panel=full`);
  await relatedSection(page, 'Deliveries').getByRole('button', { name: 'New in Deliveries' }).click();
  const form = page.getByRole('dialog', { name: 'New delivery' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.locator('[aria-invalid="true"]').first()).toBeFocused();
});

test('a viewer sees a single “View only” badge, no lock at each field, and no way to edit', async ({
  page,
}) => {
  await signIn(page, 'viewer');
  const orders = await page.request.get('/api/rows/orders?select=id,order_items!inner(order_id)&limit=1');
  const [{ id }] = await orders.json();
  await page.goto(`/tables/public/orders?record=id.eq.${id}&panel=full`);
  await expect(relatedSection(page, 'Products').getByRole('row').nth(1)).toBeVisible();
  await expect(record(page).getByRole('button', { name: /^(New|Link|Add|Delete|Duplicate)/ })).toHaveCount(0);
  await expect(viewOnlyBadge(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /can’t be changed/ })).toHaveCount(0);
  await relatedSection(page, 'Products')
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole('menuitem')).toHaveText(['Open order item']);
  await page.keyboard.press('Escape');

  await page.goto('/tables/public/products?record=id.eq.1');
  const photo = record(page).getByRole('group', { name: 'Photo' });
  await expect(photo.locator('img').first()).toBeVisible();
  await expect(viewOnlyBadge(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /can’t be changed/ })).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'required' })).toHaveCount(0);
  await expectAccessible(page);
  await viewOnlyBadge(page).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Your role (viewer) can’t change rows in Products.');
  await expect(photo.getByRole('button', { name: /^(Upload|Replace|Remove)/ })).toHaveCount(0);
});

test('a record advances to the next status of its transitions', async ({ page }) => {
  await signIn(page, 'staff');
  const response = await page.request.get('/api/rows/orders?status=eq.shipped&select=id&limit=1');
  const [{ id }] = await response.json();
  await page.goto(`/tables/public/orders?record=id.eq.${id}`);
  await page.getByRole('button', { name: 'Advance to delivered' }).click();
  await expect(page.getByRole('button', { name: 'Advance to delivered' })).toHaveCount(0);
  const [order] = await (await page.request.get(`/api/rows/orders?id=eq.${id}&select=status`)).json();
  expect(order.status).toBe('delivered');
});
