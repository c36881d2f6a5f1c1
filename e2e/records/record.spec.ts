import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, viewOnlyBadge, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests a record: related rows, files and deletion. Each test creates the rows that it changes.

const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });
const relatedSection = (page: Page, name: string | RegExp) => record(page).getByRole('region', { name });

async function insertRow(page: Page, table: string, row: object): Promise<Record<string, number | string>> {
  const response = await page.request.post(`/api/rows/${table}`, {
    data: row,
    headers: { Prefer: 'return=representation' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json())[0];
}

async function fetchValue(page: Page, table: string, id: unknown, column: string): Promise<unknown> {
  const response = await page.request.get(`/api/rows/${table}?id=eq.${id}&select=${column}`);
  return (await response.json())[0]?.[column];
}

const insertCustomer = (page: Page, name: string) =>
  insertRow(page, 'customers', { name, city: 'Odense', country: 'DK' });

test('related rows of an order are added in its record, opened, unlinked, and undone', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  const { id } = await insertRow(page, 'orders', { customer_id: 7 });
  await page.goto(`/tables/public/orders?record=id.eq.${id}&panel=full`);

  const deliveries = relatedSection(page, 'Deliveries');
  await expect(deliveries.getByText('None.')).toBeVisible();
  await deliveries.getByRole('button', { name: 'New in Deliveries' }).click();
  const form = page.getByRole('dialog', { name: 'New delivery' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Required', { exact: true })).toHaveCount(1);
  await expectAccessible(page);
  // Entered by its bounds; the tests' time zone is one hour ahead of UTC.
  await form.getByRole('textbox', { name: 'Time window from' }).fill('2026-12-01 09:00');
  await form.getByRole('textbox', { name: 'Time window to' }).fill('noon');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('End: Enter a date and time, e.g. 2026-11-20 14:30.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Time window to' }).fill('2026-12-01 11:00');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(deliveries.getByRole('row', { name: /Our own van/ })).toBeVisible();

  const products = relatedSection(page, 'Products');
  await products.getByRole('button', { name: 'Add to Products' }).click();
  await page.getByPlaceholder('Search Products').fill('java');
  await page.getByRole('option', { name: /Java estate/ }).click();
  const item = page.getByRole('dialog', { name: 'New order item' });
  await item.getByLabel('Unit price').fill('12.50');
  await item.getByLabel('Quantity').fill('4');
  await item.getByRole('button', { name: 'Create' }).click();
  await expect(products.getByRole('row', { name: /Java estate/ })).toContainText('50.00');
  // The record shows the trigger's sum immediately.
  await expect(record(page).getByLabel('Total')).toHaveValue('50.00');
  await expectAccessible(page);

  await products.getByRole('button', { name: 'Actions for Java estate' }).click();
  await page.getByRole('menuitem', { name: 'Unlink' }).click();
  await expect(products.getByText('None.')).toBeVisible();
  await expect(record(page).getByLabel('Total')).toHaveValue('0.00');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(products.getByRole('row', { name: /Java estate/ })).toBeVisible();

  await deliveries.getByRole('link', { name: 'Deliveries' }).click();
  await expect(page).toHaveURL(new RegExp(`/tables/public/deliveries\\?order_id=eq\\.${id}$`));
  await expect(page.getByRole('grid').getByText('Our own van')).toBeVisible();
  await page.goBack();
  await deliveries.getByRole('button', { name: 'Actions for Our own van' }).click();
  await page.getByRole('menuitem', { name: 'Open delivery' }).click();
  await expect(page).toHaveURL(/\/tables\/public\/deliveries\?record=/);
  await page.goBack();

  await deliveries.getByRole('button', { name: 'Actions for Our own van' }).click();
  await page.getByRole('menuitem', { name: 'Delete delivery' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(deliveries.getByText('None.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('an existing row is linked and unlinked by keyboard only', async ({ page }) => {
  await signIn(page, 'owner');
  const name = `Lantern ${Date.now()}`;
  const { id } = await insertCustomer(page, name);
  const people = await page.request.get('/api/rows/profiles?full_name=like.Mika*&select=id');
  const [{ id: person }] = await people.json();
  await page.goto(`/tables/public/profiles?record=id.eq.${person}`);
  const customers = relatedSection(page, 'Customers');
  const link = customers.getByRole('button', { name: 'Link existing: Customers' });
  await link.press('Enter');
  await expect(page.locator('input:focus')).toBeVisible();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(customers.getByRole('link', { name })).toBeVisible();
  await expect.poll(() => fetchValue(page, 'customers', id, 'contact_id')).toBe(person);

  await customers.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Open customer' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Unlink' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Unlinked.')).toBeVisible();
  await expect(customers.getByRole('link', { name })).toHaveCount(0);
  await expect.poll(() => fetchValue(page, 'customers', id, 'contact_id')).toBeNull();
});

test('a file is uploaded, viewed, replaced and removed; a file that the bucket would reject shows an error before the upload', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/products?record=id.eq.33');
  const photo = record(page).getByRole('group', { name: 'Photo' });
  const picture = { name: 'Ny käffe.png', mimeType: 'image/png', buffer: await page.screenshot() };
  const choose = async (button: RegExp, file: typeof picture) => {
    const chooser = page.waitForEvent('filechooser');
    await photo.getByRole('button', { name: button }).click();
    await (await chooser).setFiles(file);
  };
  const before = await fetchValue(page, 'products', 33, 'photo');

  await choose(/^Replace/, { ...picture, name: 'notes.txt', mimeType: 'text/plain' });
  await expect(photo.getByRole('alert')).toContainText('Couldn’t add notes.txt.');
  await photo.getByRole('button', { name: 'Dismiss notes.txt' }).click();

  await choose(/^Replace/, picture);
  await expect(photo.getByText('Ny kaffe.png')).toBeVisible();
  await expect.poll(() => fetchValue(page, 'products', 33, 'photo')).toBe('coffee/Ny kaffe.png');
  await photo.getByRole('button', { name: 'View Ny kaffe.png' }).click();
  const view = page.getByRole('dialog', { name: 'Ny kaffe.png' });
  await expect(view.getByRole('img', { name: 'Ny kaffe.png' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(record(page)).toBeVisible();

  await photo.getByRole('button', { name: 'Remove Ny kaffe.png' }).click();
  await page.getByRole('checkbox', { name: /delete the file/ }).check();
  await page.getByRole('button', { name: 'Remove and delete' }).click();
  await expect(photo.getByRole('button', { name: 'Upload' })).toBeVisible();
  await expect.poll(() => fetchValue(page, 'products', 33, 'photo')).toBeNull();
  await expect
    .poll(async () => (await page.request.get('/api/files/product-photos/coffee/Ny%20kaffe.png')).status())
    .toBe(404);

  // A file dropped on the field is stored in the record, not imported into the table.
  const data = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
    transfer.items.add(new File([content], 'dropped.png', { type: 'image/png' }));
    return transfer;
  }, picture.buffer.toString('base64'));
  await photo.dispatchEvent('dragover', { dataTransfer: data });
  await photo.dispatchEvent('drop', { dataTransfer: data });
  await expect(photo.getByText('dropped.png')).toBeVisible();
  await page.request.patch('/api/rows/products?id=eq.33', { data: { photo: before } });
});

test('a range is entered as two bounds with an inclusive last day, pasted as text, or emptied', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.request.patch('/api/rows/plans?id=eq.3', { data: { days: '[2027-03-01,2027-03-05)' } });
  await page.goto('/tables/public/plans?record=id.eq.3');
  const from = record(page).getByRole('textbox', { name: 'Days from' });
  const to = record(page).getByRole('textbox', { name: 'Days to' });
  await expect(from).toHaveValue('2027-03-01');
  await expect(to).toHaveValue('2027-03-04');
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
  await expect(record(page).getByText('End: Enter a date, e.g. 2026-11-20.')).toBeVisible();
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
    const { entries } = await (await page.request.get('/api/files/product-photos?search=Nobody')).json();
    return entries.length;
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

for (const place of ['panel', 'full'] as const) {
  test(`the URL contains the record in the ${place}: next, link, copy, and back`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, 'owner');
    const full = place === 'full' ? '&panel=full' : '';
    await page.goto(`/tables/public/products?order=id.asc&record=id.eq.2${full}`);
    const heading = record(page)
      .getByRole('heading', { level: place === 'full' ? 1 : 2 })
      .first();
    await expect(heading).not.toBeEmpty();
    const second = await heading.textContent();
    await record(page).getByLabel('SKU').press('Alt+ArrowDown');
    await expect(page).toHaveURL(/record=id\.eq\.3/);
    await expect(heading).not.toHaveText(second ?? '');
    await record(page)
      .getByRole('button', { name: /^Previous record/ })
      .click();
    await expect(heading).toHaveText(second ?? '');

    await record(page).getByRole('button', { name: 'Copy link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

    await record(page).getByRole('button', { name: 'Duplicate' }).click();
    await expect(page).toHaveURL(/record=new&copy=id\.eq\.2/);
    await expect(record(page).getByRole('note')).toContainText('SKU (must be unique)');
    await expect(record(page).getByLabel('SKU')).toHaveValue('');
    await expect(record(page).getByLabel('Name')).toHaveValue(second ?? '');
    await page.reload();
    await expect(record(page).getByLabel('Name')).toHaveValue(second ?? '');
    await page.goBack();
    await expect(heading).toHaveText(second ?? '');
  });
}

test('previous and next work far from the loaded rows and for a record outside the filter', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const readings = '/tables/public/roast_readings?order=id.asc';
  const step = (name: string) => record(page).getByRole('button', { name: new RegExp(`^${name} record`) });
  for (const full of ['', '&panel=full']) {
    await page.goto(`${readings}&record=id.eq.10000${full}`);
    await step('Next').click();
    await expect(page).toHaveURL(/record=id\.eq\.10001/);
    await step('Previous').click();
    await expect(page).toHaveURL(/record=id\.eq\.10000/);
  }
  await page.goto(`${readings}&id=lt.9000&record=id.eq.10000`);
  await expect(step('Previous')).toBeEnabled();
  await expect(step('Next')).toBeDisabled();
  await step('Previous').click();
  await expect(page).toHaveURL(/record=id\.eq\.8999/);
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
    Status: 'draft',
    Due: '2026-06-04',
    Placed: 'Now',
    Total: '0',
  });
  await expectDefaults('products', { Tags: 'Empty', Attributes: 'Empty', Launched: '2026-05-28' });
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

test('on a phone the record fills the page, with its related rows and files', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'owner');
  for (const address of ['products?record=id.eq.4', 'orders?record=id.eq.40', 'profiles']) {
    await page.goto(`/tables/public/${address}`);
    if (address.includes('record')) await expect(relatedSection(page, /./).first()).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide, `${address} scrolls sideways`).toBe(false);
  }
  await page.goto('/tables/public/products?record=id.eq.4');
  await expect(record(page).getByRole('group', { name: 'Photo' }).getByRole('listitem')).toBeVisible();
  await expectAccessible(page);
});

test.describe('on the awkward schema', () => {
  test.use({ backend: 'awkward' });

  test.beforeEach(async ({ page }) => {
    const account = { email: 'record@example.test', password: 'correct horse battery' };
    const made = await page.request.post('/api/auth/sign-up', { data: account });
    if (!made.ok()) await page.request.post('/api/auth/sign-in', { data: account });
  });

  test('join tables are shown as chips or as rows, by keyboard only; a one-to-one relation shows one record', async ({
    page,
  }) => {
    await insertRow(page, 'tree', { id: 70, name: 'seventieth' });
    await page.goto('/tables/public/tree?record=id.eq.70&panel=full');
    const cups = relatedSection(page, '☕ cups');
    await cups.getByRole('button', { name: 'Add to ☕ cups' }).press('Enter');
    await page.keyboard.type('kokekaffe');
    await expect(page.getByRole('option', { name: /kokekaffe/ })).toBeVisible();
    await page.keyboard.press('Enter');
    const chip = cups.getByRole('button', { name: /^Unlink .*kokekaffe/ });
    await chip.press('Enter');
    await expect(cups.getByText('None.')).toBeVisible();

    // The database rejects a duplicate pair with a message.
    const grafts = relatedSection(page, 'Tree by Stock');
    for (const outcome of ['added', 'rejected'] as const) {
      await grafts.getByRole('button', { name: 'Add to Tree' }).click();
      await page.getByPlaceholder('Search Tree').fill('branch');
      await page.getByRole('option', { name: 'branch' }).click();
      const dialog = page.getByRole('dialog', { name: 'New tree grafted' });
      await dialog.getByLabel('Grade').fill('1.5');
      await dialog.getByRole('button', { name: 'Create' }).click();
      if (outcome === 'added') await expect(grafts.getByRole('row', { name: /branch/ })).toContainText('1.5');
      else await expect(dialog.getByRole('alert').first()).toBeVisible();
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();

    const label = relatedSection(page, 'Tree label');
    await label.getByRole('button', { name: 'New in Tree label' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Label' }).fill('only one');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await expect(label.getByText('only one')).toBeVisible();
    await expect(label.getByRole('button', { name: /^New/ })).toHaveCount(0);
    await expectAccessible(page);
    for (const way of ['From tree', 'To tree'])
      await expect(relatedSection(page, `Two ways by ${way}`)).toBeVisible();
  });

  test('a reference of several columns is chosen as a single value', async ({ page }) => {
    const { id } = await insertRow(page, 'composite_reference', { region: 'north' });
    await page.goto(`/tables/public/composite_reference?record=id.eq.${id}`);
    await record(page).getByRole('combobox', { name: 'Choose from Composite key' }).click();
    await page.getByPlaceholder('Search Composite key').fill('second');
    await page.getByRole('option', { name: /second/ }).click();
    await expect(record(page).getByRole('textbox', { name: 'Valid from' })).toHaveValue('2025-01-01');
    await record(page).getByRole('button', { name: /^Save/ }).click();
    await expect(record(page).getByRole('button', { name: /^Save/ })).toHaveCount(0);
    await expect.poll(() => fetchValue(page, 'composite_reference', id, 'valid_from')).toBe('2025-01-01');
  });

  test('an insert-only table is shown as a form', async ({ page }) => {
    await page.goto('/tables/public/insert_only');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Required', { exact: true })).toBeVisible();
    await page.getByLabel('Message').fill('posted');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Added.')).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('');
    await expectAccessible(page);
  });

  test('JSON null is rejected at its field, because PostgREST would store NULL', async ({ page }) => {
    await page.goto('/tables/public/odd_types?record=id.eq.00000000-0000-0000-0000-000000000003');
    const field = record(page).getByRole('textbox', { name: 'Binary document' });
    await field.fill('null');
    await record(page).getByRole('button', { name: /^Save/ }).click();
    await expect(record(page).getByText(/JSON null can’t be saved/)).toBeVisible();
    await record(page).getByRole('button', { name: 'Discard' }).click();
  });
});
