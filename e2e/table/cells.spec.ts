import { expect, type Page } from '@playwright/test';
import { quoteName } from '@/data/query/filters/filters.utils';
import { isReadAsText } from '@/data/values/value.utils';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Schema } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { cellAt, fetchCustomers, openCustomers, readClipboard, savedMessage, undoTo } from '../support/cells';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests blocks of cells: select by mouse and by keyboard, copy, paste, fill, clear and undo.
// Each test changes other customers and restores them.
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const expectSelectionSize = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeAttached();

/** Writes text to the clipboard, as a spreadsheet would, and pastes it with Ctrl+V. */
async function pasteText(page: Page, text: string) {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('Control+v');
}

test('a block is selected by mouse: click, Shift+click, drag', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await openCustomers(page, 30, 36);
  await cellAt(page, 1, 0).click();
  await cellAt(page, 3, 1).click({ modifiers: ['Shift'] });
  await expectSelectionSize(page, '3 rows by 2 columns selected');
  await expect(page.getByText('3 × 2 cells')).toBeVisible();
  await cellAt(page, 0, 3).click({ modifiers: ['Shift'] });
  await expectSelectionSize(page, '2 rows by 4 columns selected');
  await expect(cellAt(page, 1, 0)).toBeFocused();
  await expectAccessible(page);

  await cellAt(page, 2, 1).hover();
  await page.mouse.down();
  await cellAt(page, 3, 2).hover();
  await cellAt(page, 5, 2).hover();
  await page.mouse.up();
  await expectSelectionSize(page, '4 rows by 2 columns selected');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/× 2 cells/)).toBeHidden();
  await expect(cellAt(page, 2, 1)).toHaveAttribute('aria-selected', 'true');
  expect(errors).toEqual([]);
});

test('by keyboard only: select, copy, paste, undo', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await openCustomers(page, 37, 41);
  const read = () => fetchCustomers(page, 37, 41);
  const before = (await read()) as Record<string, string>[];
  await page.getByRole('columnheader').first().press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+End');
  await expectSelectionSize(page, '2 rows by 3 columns selected');
  await page.keyboard.press('Control+c');
  const lines = before.slice(0, 2).map(({ city, country, phone }) => [city, country, phone].join('\t'));
  expect(await readClipboard(page)).toBe(lines.join('\n'));

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+v');
  await expectSelectionSize(page, '2 rows by 3 columns selected');
  await expect
    .poll(async () => ((await read()) as Record<string, string>[])[3])
    .toMatchObject({ city: before[1]?.city, country: before[1]?.country, phone: before[1]?.phone });
  await undoTo(page, before, read);

  await page.keyboard.press('Control+a');
  await expectSelectionSize(page, '5 rows by 4 columns selected');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(/× 4 cells/)).toBeHidden();
  expect(errors).toEqual([]);
});

test('a single value fills the block; a spreadsheet’s block is pasted at the active cell', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await openCustomers(page, 42, 45);
  const read = () => fetchCustomers(page, 42, 45);
  const before = await read();
  await cellAt(page, 0, 1).click();
  await cellAt(page, 3, 1).click({ modifiers: ['Shift'] });
  await pasteText(page, 'Ribe\r\n');
  await expect.poll(read).toMatchObject(Array.from({ length: 4 }, () => ({ city: 'Ribe' })));
  await undoTo(page, before, read);

  await cellAt(page, 1, 0).click();
  await pasteText(page, '"Two\nlines\t""q"""\tSkagen\r\nPlain\tMøgeltønder\r\n');
  await expect
    .poll(read)
    .toMatchObject([
      {},
      { name: 'Two\nlines\t"q"', city: 'Skagen' },
      { name: 'Plain', city: 'Møgeltønder' },
      {},
    ]);
  await undoTo(page, before, read);
});

test('invalid cells are listed before a paste is sent', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto(
    '/tables/public/orders?and=(number.gte.10100,number.lte.10104)&order=number&select=number,status,due_on',
  );
  await expect(cellAt(page, 0, 0)).toBeVisible();
  const writes: string[] = [];
  page.on('request', (request) => /PATCH|POST/.test(request.method()) && writes.push(request.url()));
  await cellAt(page, 0, 1).click();
  await pasteText(page, 'lost\t2026-02-30\tnowhere\nalso lost\tsoon\tnowhere');
  const dialog = page.getByRole('dialog');
  const problems = dialog.getByRole('region', { name: 'Cells that can’t be changed' }).getByRole('listitem');
  await expect(problems).toHaveCount(4);
  await expect(problems.first()).toContainText(/Status.*“lost”.*Must be one of/);
  await expect(dialog).toContainText('1 column doesn’t fit to the right');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  expect(writes).toEqual([]);
});

test('a paste of more than 20 cells shows the count first, and the valid cells can be pasted', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await openCustomers(page, 46, 52);
  const read = () => fetchCustomers(page, 46, 52);
  const before = await read();
  await cellAt(page, 0, 0).click();
  const lines = Array.from({ length: 7 }, (_, i) => `Name ${i}\tTown ${i}\tD${'ABCDEFG'[i]}\t+45 ${i}`);
  await pasteText(page, lines.join('\n').replace('DD', 'DDD'));
  const dialog = page.getByRole('dialog', { name: 'Paste into 27 cells in 7 rows?' });
  await expect(dialog.getByRole('listitem')).toHaveText([/Country.*“DDD”.*Enter at most 2 characters/]);
  expect(await read()).toEqual(before);
  await dialog.getByRole('button', { name: 'Change the other 27 cells' }).click();
  await expect.poll(read).toMatchObject(lines.map((_, i) => ({ name: `Name ${i}`, phone: `+45 ${i}` })));
  await undoTo(page, before, read);
});

test('rows that the database rejects are reported together, and the pasted text can be copied', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await openCustomers(page, 58, 60);
  const read = () => fetchCustomers(page, 58, 60);
  const before = await read();
  await cellAt(page, 0, 2).click();
  await pasteText(page, 'd1\nSE\nd2');
  const dialog = page.getByRole('dialog', { name: '2 of 3 rows were not changed' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy unsaved rows' }).click();
  await expect.poll(() => readClipboard(page)).toMatch(/^\S+\tCountry\n58\td1\n60\td2$/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('alert')).toBeHidden();
  await undoTo(page, before, read);
});

test('a reference is pasted by the title of the referenced row', async ({ page }) => {
  await signIn(page, 'owner');
  const query = 'number=in.(10110,10111)&order=number&select=number,customer_id';
  const read = async () => (await page.request.get(`/api/rows/orders?${query}`)).json();
  await page.goto(`/tables/public/orders?${query}`);
  await expect(cellAt(page, 1, 1)).toBeVisible();
  const before = await read();
  await cellAt(page, 0, 1).click();
  await pasteText(page, 'Bakery Lund\nNobody & Sons');
  const dialog = page.getByRole('dialog', { name: 'Paste into 1 cell in 1 row?' });
  await expect(dialog.getByRole('listitem')).toHaveText([/“Nobody & Sons”/]);
  await dialog.getByRole('button', { name: 'Change the other cell' }).click();
  await expect.poll(read).toMatchObject([{ customer_id: 7 }, { customer_id: before[1].customer_id }]);
  await undoTo(page, before, read);
});

test('fill down by key and by handle, clear and cut are each undone in one step', async ({ page }) => {
  await signIn(page, 'owner');
  await openCustomers(page, 53, 57);
  const read = () => fetchCustomers(page, 53, 57);
  const before = (await read()) as Record<string, string>[];
  const first = before[0];
  await test.step('fill down with Ctrl+D', async () => {
    await cellAt(page, 0, 1).click();
    await cellAt(page, 2, 2).click({ modifiers: ['Shift'] });
    await page.keyboard.press('Control+d');
    const same = { city: first?.city, country: first?.country };
    await expect.poll(read).toMatchObject([same, same, same, {}, {}]);
    await undoTo(page, before, read);
  });
  await test.step('fill down with the handle', async () => {
    await cellAt(page, 0, 3).click();
    const handle = page.getByTitle('Drag to fill down', { exact: false });
    await handle.hover({ position: { x: 8, y: 8 } });
    await page.mouse.down();
    await cellAt(page, 1, 3).hover();
    await cellAt(page, 4, 3).hover();
    await page.mouse.up();
    await expect.poll(read).toMatchObject(before.map(() => ({ phone: first?.phone })));
    await expectSelectionSize(page, '5 rows by 1 column selected');
    await undoTo(page, before, read);
  });
  await test.step('fill down with a double click on the handle', async () => {
    await cellAt(page, 0, 3).click();
    await page.getByTitle('Drag to fill down', { exact: false }).dblclick({ position: { x: 8, y: 8 } });
    await expect.poll(read).toMatchObject(before.map(() => ({ phone: first?.phone })));
    await undoTo(page, before, read);
  });
  await test.step('Delete skips required cells and reports them', async () => {
    await cellAt(page, 1, 2).click();
    await cellAt(page, 2, 3).click({ modifiers: ['Shift'] });
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Clear 2 cells in 2 rows?' });
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Change the other 2 cells' }).click();
    await expect.poll(read).toMatchObject([{}, { phone: null }, { phone: null }, {}, {}]);
    await undoTo(page, before, read);
  });
  await test.step('cut from the menu', async () => {
    await cellAt(page, 3, 3).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Cut' }).click();
    await expect.poll(read).toMatchObject([{}, {}, {}, { phone: null }, {}]);
    expect(await readClipboard(page)).toBe(before[3]?.phone);
    await undoTo(page, before, read);
  });
});

test('copying a block loads its missing rows', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders?order=number&select=number,status');
  await expect(page.getByText(/^612 rows/)).toBeVisible();
  await cellAt(page, 0, 0).click();
  await page.keyboard.press('Control+a');
  await expectSelectionSize(page, '612 rows by 2 columns selected');
  await page.keyboard.press('Control+c');
  await expect.poll(async () => (await readClipboard(page)).split('\n').length).toBe(612);
  const response = await page.request.get('/api/rows/orders?order=number&select=number,status');
  const rows: { number: number; status: string }[] = await response.json();
  expect(await readClipboard(page)).toBe(rows.map((row) => `${row.number}\t${row.status}`).join('\n'));
});

test.describe('on the awkward schema', () => {
  test.use({ backend: 'awkward' });

  async function enter(page: Page): Promise<Schema> {
    const account = { email: 'cells@example.test', password: 'correct horse battery' };
    const made = await page.request.post('/api/auth/sign-up', { data: account });
    if (!made.ok()) await page.request.post('/api/auth/sign-in', { data: account });
    return (await page.request.get('/api/schema')).json();
  }

  test('each value is copied into the row below without loss, and NULL differs from empty', async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const { tables } = await enter(page);
    for (const name of ['numbers', 'moments', 'ranges', 'arrays', 'enums_and_domains', 'odd_types']) {
      await test.step(name, async () => {
        const table = tables.find((each) => each.name === name);
        if (!table) throw new Error(`no table ${name}`);
        // One of the rows contains JSON null, which can't be written through REST, so the test could not undo a change.
        const some =
          name === 'odd_types' ? 'or=(address.is.null,address.neq."2001:db8::1")' : 'id=not.is.null';
        const fixed = new Set([...table.primaryKey, ...table.uniqueKeys.flat()]);
        const open = table.columns.filter((column) => !fixed.has(column.name) && !lockReason(table, column));
        const select = open.map((column) => quoteName(column.name)).join(',');
        const texts = open.map((column) => quoteName(column.name) + (isReadAsText(column) ? '::text' : ''));
        const read = async () =>
          (await page.request.get(`/api/rows/${name}?${some}&order=id&select=${texts.join(',')}`)).text();
        const before = await read();
        const rows = parseJSON<unknown[]>(before);
        await page.goto(`/tables/public/${name}?${some}&order=id&select=${select}`);
        await expect(cellAt(page, rows.length - 1, 0)).toBeVisible();
        await cellAt(page, 0, 0).click();
        await page.keyboard.press('Shift+End');
        for (let i = 0; i < rows.length - 2; i++) await page.keyboard.press('Shift+ArrowDown');
        await page.keyboard.press('Control+c');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Control+v');
        const dialog = page.getByRole('dialog', { name: /^Paste into/ });
        await expect(dialog).toBeVisible();
        await expect(dialog.getByRole('listitem')).toHaveCount(0);
        await dialog.getByRole('button', { name: /^Change \d/ }).click();
        await expect.poll(async () => parseJSON(await read())).toEqual([rows[0], ...rows.slice(0, -1)]);
        await expect(savedMessage(page)).toBeVisible();
        await page.keyboard.press('Control+z');
        await expect.poll(read).toBe(before);
      });
    }
  });

  test('pasted rows below the last row can be added as new rows', async ({ page }) => {
    const { tables } = await enter(page);
    const cups = tables.find(({ name }) => name.endsWith('cups'));
    if (!cups) throw new Error('no cups');
    const path = encodeURIComponent(cups.name);
    const read = async () =>
      (
        await page.request.get(
          `/api/rows/${path}?order=${encodeURIComponent(quoteName(cups.columns[0]?.name ?? ''))}`,
        )
      ).json();
    const before = await read();
    await page.goto(`/tables/public/${path}`);
    const last = before.length - 1;
    await cellAt(page, last, 0).click();
    await pasteText(page, `${last + 1}\tlast ☕\n101\tmore\n102\tmost`);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { name: /Add 2 new rows/ })).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change 1 cell, add 2 rows' }).click();
    await expect.poll(async () => (await read()).length).toBe(before.length + 2);
    await expect(cellAt(page, last + 2, 1)).toContainText('most');
    await expect(savedMessage(page)).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect.poll(read, 'one paste is one step').toEqual(before);
  });
});
