import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, signIn } from '../support/support';
import { test } from '../support/workspace';

// Tests each reason for which a change is rejected, in the form and in the grid: the message at its field or cell, and
// the database's error in its details.

const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });
const field = (page: Page, name: string) => record(page).getByLabel(name, { exact: true });
const saveRecord = (page: Page) => record(page).getByRole('button', { name: /^Save/ }).click();
const detailsDialog = (page: Page) => page.getByRole('dialog', { name: 'Details' });

async function openRecord(page: Page, table: string, key: string) {
  await page.goto(`/tables/public/${table}?record=${key}`);
  await expect(record(page).getByRole('button', { name: 'Close' }).first()).toBeVisible();
}

/** Expects that a field is invalid and shows the message. */
async function expectFieldError(control: Locator, message: string) {
  await expect(control).toHaveAttribute('aria-invalid', 'true');
  await expect(control).toHaveAccessibleDescription(new RegExp(message.replace(/[.?()]/g, '\\$&')));
}

async function expectDetails(page: Page, at: Locator, parts: readonly string[]) {
  await at.getByRole('button', { name: 'Details' }).click();
  for (const part of parts) await expect(detailsDialog(page)).toContainText(part);
  await page.keyboard.press('Escape');
  await expect(detailsDialog(page)).toBeHidden();
}

/** Opens a grid and returns the first cell of a column. */
async function openCell(page: Page, address: string, column: number): Promise<Locator> {
  await page.goto(address);
  const cell = page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').nth(column);
  await expect(cell).not.toBeEmpty();
  return cell;
}

async function editCell(page: Page, cell: Locator, text: string) {
  await cell.click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test.describe('in the form', () => {
  test('a duplicate value shows a message and links to the row that has it', async ({ page }) => {
    await signIn(page, 'owner');
    await openRecord(page, 'products', 'id.eq.1');
    const other = await (await page.request.get('/api/rows/products?id=eq.2&select=sku,name')).json();
    await field(page, 'SKU').fill(other[0].sku);
    await saveRecord(page);
    await expectFieldError(field(page, 'SKU'), 'Another product already has this SKU.');
    await expect(field(page, 'SKU')).toBeFocused();
    await expectAccessible(page);
    await expectDetails(page, record(page), ['23505', 'duplicate key value violates unique constraint']);
    await record(page).getByRole('link', { name: 'Show it' }).click();
    await expect(page.getByRole('grid', { name: 'Products' })).toContainText(other[0].name);
  });

  test('a violated check constraint shows its comment', async ({ page }) => {
    await signIn(page, 'owner');
    await openRecord(page, 'products', 'id.eq.1');
    await field(page, 'Price').fill('-1');
    await saveRecord(page);
    await expectFieldError(field(page, 'Price'), 'Price must be greater than 0.');
    await expectDetails(page, record(page), ['23514', 'price_is_positive']);
  });

  test('missing, too long, out-of-range and invalid JSON values are rejected before sending', async ({
    page,
  }) => {
    await signIn(page, 'owner');
    const changes: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()));
    await openRecord(page, 'products', 'id.eq.1');
    await field(page, 'Stock').fill('99999999999');
    await field(page, 'Attributes').fill('{"a":');
    await saveRecord(page);
    await expect(field(page, 'Stock')).toHaveAccessibleDescription(/2,147,483,647|too large|out of range/i);
    await expect(field(page, 'Attributes')).toHaveAccessibleDescription(/JSON/);
    await openRecord(page, 'customers', 'id.eq.1');
    await field(page, 'City').fill('');
    await field(page, 'Country').fill('DEN');
    await saveRecord(page);
    await expect(field(page, 'Country')).toHaveAccessibleDescription(/2 characters/);
    expect(changes).toEqual([]);
  });

  test('a reference to a record deleted in the meantime is rejected at its field', async ({ page }) => {
    await signIn(page, 'owner');
    const made = await page.request.post('/api/rows/customers', {
      data: { name: 'Vanishing Café', city: 'Ribe', country: 'DK' },
    });
    const [{ id }] = await made.json();
    const [order] = await (await page.request.get('/api/rows/orders?limit=1&select=id')).json();
    await openRecord(page, 'orders', `id.eq.${order.id}`);
    await field(page, 'Customer').click();
    await page.getByRole('dialog').getByRole('combobox').fill('Vanishing');
    await page.getByRole('option', { name: /Vanishing Café/ }).click();
    await page.request.delete(`/api/rows/customers?id=eq.${id}`);
    await saveRecord(page);
    await expectFieldError(field(page, 'Customer'), 'There is no customer with this key.');
    await expectDetails(page, record(page), ['23503', 'orders_customer_id_fkey']);
  });

  test('a referenced row can’t be deleted, and the message links to the referencing rows', async ({
    page,
  }) => {
    await signIn(page, 'owner');
    const [order] = await (await page.request.get('/api/rows/orders?limit=1&select=customer_id')).json();
    await openRecord(page, 'customers', `id.eq.${order.customer_id}`);
    await record(page)
      .getByRole('button', { name: /^Delete|More/ })
      .first()
      .click();
    const item = page.getByRole('menuitem', { name: /Delete/ });
    if (await item.isVisible()) await item.click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    const notice = dialog.getByRole('alert');
    await expect(notice).toContainText('Rows in Orders still refer to this customer.');
    await notice.locator('summary').click();
    await expect(notice).toContainText('23503');
    await notice.getByRole('link', { name: 'Show them' }).click();
    await expect(page).toHaveURL(new RegExp(`/orders\\?customer_id=eq\\.${order.customer_id}$`));
  });

  test('a trigger’s error shows its message and hint', async ({ page }) => {
    await signIn(page, 'owner');
    const [ada] = await (await page.request.get('/api/rows/profiles?full_name=eq.Ada%20Lindqvist')).json();
    await openRecord(page, 'profiles', `id.eq.${ada.id}`);
    await field(page, 'Role').click();
    await page.getByRole('option', { name: 'staff' }).click();
    await saveRecord(page);
    const notice = record(page).getByRole('alert');
    await expect(notice).toContainText("You can't change your own role.");
    await expect(notice).toContainText('Ask another owner to do it.');
    await expectAccessible(page);
    await notice.locator('summary').click();
    await expect(notice).toContainText('P0001');
  });

  test('a policy’s rejection shows a message and preserves the input', async ({ page }) => {
    await signIn(page, 'staff');
    const [mika] = await (await page.request.get('/api/rows/profiles?full_name=eq.Mika%20Rautio')).json();
    await openRecord(page, 'profiles', `id.eq.${mika.id}`);
    await field(page, 'Name').fill('Mikael Rautio');
    await saveRecord(page);
    await expect(record(page).getByRole('alert')).toContainText(
      'You don’t have permission to change this row',
    );
    await expect(field(page, 'Name')).toHaveValue('Mikael Rautio');
  });
});

test.describe('in the grid', () => {
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'not changed' });
  for (const { what, who, address, column, text, message, raw } of [
    {
      ...{ what: 'a duplicate value', who: 'owner' as const, column: 2 },
      ...{ address: '/tables/public/products?id=eq.3&select=name,sku', text: 'HR-ETH-01' },
      ...{ message: 'Another product already has this SKU.', raw: '23505' },
    },
    {
      ...{ what: 'a violated check constraint', who: 'owner' as const, column: 2 },
      ...{ address: '/tables/public/products?id=eq.3&select=name,price', text: '-3' },
      ...{ message: 'Price must be greater than 0.', raw: 'price_is_positive' },
    },
    {
      ...{ what: 'a policy', who: 'staff' as const, column: 1 },
      ...{ address: '/tables/public/profiles?full_name=eq.Mika%20Rautio&select=full_name', text: 'Mikael' },
      ...{ message: 'You don’t have permission to change this row', raw: 'row_rejected' },
    },
  ]) {
    test(`${what} is rejected with a message and its details`, async ({ page }) => {
      await signIn(page, who);
      const cell = await openCell(page, address, column);
      const before = await cell.textContent();
      await editCell(page, cell, text);
      await expect(notice(page)).toContainText(message);
      await notice(page).locator('summary').click();
      await expect(notice(page)).toContainText(raw);
      await expect(cell).toHaveText(before ?? '');
    });
  }

  for (const { what, address, text, message } of [
    {
      ...{ what: 'a number out of range', address: '/tables/public/products?id=eq.3&select=name,stock' },
      ...{ text: '99999999999', message: '2,147,483,647' },
    },
    {
      ...{ what: 'a text that is too long', address: '/tables/public/customers?id=eq.3&select=name,country' },
      ...{ text: 'DEN', message: '2 characters' },
    },
  ]) {
    test(`${what} shows a message at the cell, and the editor remains open`, async ({ page }) => {
      await signIn(page, 'owner');
      const cell = await openCell(page, address, 2);
      await editCell(page, cell, text);
      await expect(page.getByRole('alert')).toContainText(message);
      await expect(cell.getByRole('textbox')).toHaveValue(text);
      await page.keyboard.press('Escape');
      await expect(cell).not.toContainText(text);
    });
  }
});

test('a dialog whose code cannot be loaded shows an error in its place, and nothing is lost', async ({
  page,
  context,
}) => {
  // The browser is never idle, so that the code of dialogs is not loaded before they open.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await signIn(page, 'owner');
  await openRecord(page, 'customers', 'id.eq.1');
  await field(page, 'City').fill('Typed before');
  await context.setOffline(true);
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load this part of Tableside' });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  await expect(field(page, 'City')).toHaveValue('Typed before');
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page, 'City')).toHaveValue('Typed before');
});

test('a list in a popover whose code cannot be loaded leaves the page as it is', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders');
  const grid = page.getByRole('grid', { name: 'Orders' });
  await expect(grid.getByText('10612')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load this part of Tableside' });
  await expect(alert).toBeVisible();
  await expect(grid.getByText('10612')).toBeVisible();
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('option', { name: 'Customer', exact: true })).toBeVisible();
});

test('the list of rows of a phone whose code cannot be loaded shows the error, and the rows after a retry', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'owner');
  await page.route(/\/assets\/cards-/, (route) => route.abort());
  await page.goto('/tables/public/orders');
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load this part of Tableside' });
  await expect(alert).toBeVisible();
  await page.unroute(/\/assets\/cards-/);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Orders' }).getByText('10612')).toBeVisible();
});
