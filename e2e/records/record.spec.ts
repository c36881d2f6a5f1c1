import { expect } from '@playwright/test';
import { fetchValue, insertCustomer, insertRow, record, relatedSection } from '../support/record';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests the related rows, files and links of a record. Each test creates the rows that it changes.

test('related rows of an order are added in its record, opened, unlinked, and undone', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  const { id } = await insertRow(page, 'orders', { customer_id: 7 });
  await page.goto(`/tables/public/orders?record=id.eq.${id}&panel=full`);

  const deliveries = relatedSection(page, 'Deliveries');
  await expect(deliveries.getByText('None', { exact: true })).toBeVisible();
  await deliveries.getByRole('button', { name: 'New in Deliveries' }).click();
  const form = page.getByRole('dialog', { name: 'New delivery' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Required', { exact: true })).toHaveCount(1);
  await expectAccessible(page);
  // Entered by its bounds; the tests' time zone is one hour ahead of UTC.
  await form.getByRole('textbox', { name: 'Time window from' }).fill('2026-12-01 09:00');
  await form.getByRole('textbox', { name: 'Time window to' }).fill('noon');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('End: Enter a date and time, e.g. 20 Nov 2026, 14:30.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Time window to' }).fill('2026-12-01 11:00');
  await form.getByRole('button', { name: 'Create' }).click();
  // The title of a delivery is its order, which is this one, and its time window.
  await expect(deliveries.getByRole('row', { name: /Dec 1, 2026|1 Dec 2026/ })).toBeVisible();

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
  await expect(products.getByText('None', { exact: true })).toBeVisible();
  await expect(record(page).getByLabel('Total')).toHaveValue('0.00');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(products.getByRole('row', { name: /Java estate/ })).toBeVisible();

  await deliveries.getByRole('link', { name: 'Deliveries' }).click();
  await expect(page).toHaveURL(new RegExp(`/tables/public/deliveries\\?order_id=eq\\.${id}$`));
  await expect(page.getByRole('grid').getByText('Our own van')).toBeVisible();
  await page.goBack();
  await deliveries.getByRole('button', { name: /^Actions for .*2026/ }).click();
  await page.getByRole('menuitem', { name: 'Open delivery' }).click();
  await expect(page).toHaveURL(/\/tables\/public\/deliveries\?record=/);
  await page.goBack();

  await deliveries.getByRole('button', { name: /^Actions for .*2026/ }).click();
  await page.getByRole('menuitem', { name: 'Delete delivery' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(deliveries.getByText('None', { exact: true })).toBeVisible();
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

  // The file is part of the record's changes: it is deleted when they are discarded.
  const save = () => record(page).getByRole('button', { name: /^Save/ }).click();
  const getFileStatus = async (name: string) =>
    (await page.request.get(`/api/files/product-photos/coffee/${name}`)).status();
  await choose(/^Replace/, { ...picture, name: 'Unwanted.png' });
  await expect(photo.getByText('Unwanted.png')).toBeVisible();
  expect(await fetchValue(page, 'products', 33, 'photo')).toBe(before);
  await expect.poll(() => getFileStatus('Unwanted.png')).toBe(200);
  await record(page).getByRole('button', { name: 'Discard' }).click();
  await expect(photo.getByText('Unwanted.png')).toBeHidden();
  await expect.poll(() => getFileStatus('Unwanted.png')).toBe(404);

  await choose(/^Replace/, picture);
  await expect(photo.getByText('Ny kaffe.png')).toBeVisible();
  await save();
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
  expect(await getFileStatus('Ny%20kaffe.png')).toBe(200);
  await save();
  await expect.poll(() => fetchValue(page, 'products', 33, 'photo')).toBeNull();
  await expect.poll(() => getFileStatus('Ny%20kaffe.png')).toBe(404);

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

for (const panel of ['panel', 'full'] as const) {
  test(`the URL contains the record in the ${panel}: next, link, copy, and back`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, 'owner');
    const full = panel === 'full' ? '&panel=full' : '';
    await page.goto(`/tables/public/products?order=id.asc&record=id.eq.2${full}`);
    const heading = record(page)
      .getByRole('heading', { level: panel === 'full' ? 1 : 2 })
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
    await expect(cups.getByText('None', { exact: true })).toBeVisible();

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
    for (const column of ['From tree', 'To tree'])
      await expect(relatedSection(page, `Two ways by ${column}`)).toBeVisible();
  });

  test('a reference of several columns is chosen as a single value', async ({ page }) => {
    const { id } = await insertRow(page, 'composite_reference', { region: 'north' });
    await page.goto(`/tables/public/composite_reference?record=id.eq.${id}`);
    await record(page).getByRole('combobox', { name: 'Choose from Composite key' }).click();
    await page.getByPlaceholder('Search Composite key').fill('second');
    await page.getByRole('option', { name: /second/ }).click();
    await expect(record(page).getByRole('textbox', { name: 'Valid from' })).toHaveValue('1 Jan 2025');
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

test('with reduced motion, a record opens without an animation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'owner');
  await page.goto('/tables/public/customers');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  // Collects the animations of each frame that take time.
  await page.evaluate(() => {
    const found = new Set<string>();
    const collect = () => {
      for (const { effect } of document.getAnimations()) {
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        if (Number(effect?.getTiming().duration) > 0) found.add(target?.outerHTML.slice(0, 100) ?? '');
      }
      requestAnimationFrame(collect);
    };
    requestAnimationFrame(collect);
    Object.assign(window, { found });
  });
  await page.getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Space');
  await expect(record(page).getByRole('heading').first()).toBeVisible();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  expect(await page.evaluate(() => [...(window as unknown as { found: Set<string> }).found])).toEqual([]);
});
