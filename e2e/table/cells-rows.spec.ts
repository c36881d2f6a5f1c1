import { expect, type Locator, type Page } from '@playwright/test';
import { cellAt, columns, fetchCustomers, openCustomers, readClipboard, undoTo } from '../support/cells';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests rows of the grid: the row's menu, selected rows, and what the keyboard does outside of cells.
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the row’s menu opens the row, copies its link, duplicates and deletes it, by mouse and by keyboard', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  const made = await page.request.post('/api/rows/customers', {
    data: { name: 'Menu Test Café', city: 'Ribe', country: 'DK' },
    headers: { Prefer: 'return=representation' },
  });
  const [{ id }] = await made.json();
  const open = async () => {
    await page.goto(`/tables/public/customers?id=eq.${id}&select=${columns}`);
    await expect(cellAt(page, 0, 1)).toHaveText('Ribe');
  };
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const record = page.getByRole('complementary', { name: 'Record' });
  await open();
  await cellAt(page, 0, 1).click({ button: 'right' });
  await item('Copy link').click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = await readClipboard(page);
  await page.goto(link);
  await expect(record.getByRole('heading', { name: 'Menu Test Café' })).toBeVisible();

  await open();
  await cellAt(page, 0, 1).click();
  await page.keyboard.press('Shift+F10');
  await expect(item('Open')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(record.getByRole('heading', { name: 'Menu Test Café' })).toBeVisible();

  await open();
  await cellAt(page, 0, 0).click({ button: 'right' });
  await item('Duplicate').click();
  await expect(record.getByRole('heading', { name: 'New customer' })).toBeVisible();
  await expect(record.getByLabel('City')).toHaveValue('Ribe');

  await open();
  await cellAt(page, 0, 0).click({ button: 'right' });
  await item('Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const left = async () => (await page.request.get(`/api/rows/customers?id=eq.${id}`)).json();
  await expect.poll(left).toEqual([]);
  expect(errors).toEqual([]);
});

test('the row’s menu offers a viewer only what the role can do', async ({ page }) => {
  await signIn(page, 'viewer');
  await page.goto('/tables/public/orders');
  await cellAt(page, 0, 0).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  for (const name of ['Duplicate', 'Delete']) {
    await expect(page.getByRole('menuitem', { name, exact: true })).toHaveCount(0);
  }
});

test('selected rows are tinted', async ({ page }) => {
  await signIn(page, 'owner');
  await openCustomers(page, 1, 4);
  const color = (row: number) =>
    cellAt(page, row, 0).evaluate((cell) => getComputedStyle(cell).backgroundColor);
  const plain = await color(1);
  const rows = page.getByRole('grid').getByRole('row');
  await rows.nth(2).getByRole('checkbox').click();
  await page.mouse.move(0, 0);
  await expect.poll(() => color(1)).not.toBe(plain);
  expect(await color(2)).toBe(plain);
  await rows.first().getByRole('checkbox').click();
  await expect.poll(() => color(1)).toBe(plain);
});

test('all matching rows can be selected and deselected', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders?order=number');
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
  await page.getByRole('button', { name: 'Select all 612 matching rows' }).click();
  await expect(page.getByText('All 612 matching rows selected')).toBeVisible();
  await page.getByRole('grid').getByRole('row').nth(2).getByRole('checkbox').click();
  await expect(page.getByText('611 selected')).toBeVisible();
  await test.step('after selecting a row by mouse, the arrow keys still move in the grid', async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(cellAt(page, 2, 0)).toBeFocused();
  });
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByText(/\d selected/)).toBeHidden();
});

test('Shift+click selects all rows in between, also those that aren’t loaded', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders?order=number&select=number,status');
  await expect(page.getByText(/^612 rows/)).toBeVisible();
  const box = (row: number) =>
    page
      .getByRole('grid')
      .locator(`[role=row][aria-rowindex="${row + 2}"]`)
      .getByRole('checkbox');
  await box(2).click();
  await cellAt(page, 2, 1).click();
  await page.keyboard.press('Control+End');
  await expect(cellAt(page, 611, 1)).toBeFocused();
  await box(610).click({ modifiers: ['Shift'] });
  await expect(page.getByText('609 selected')).toBeVisible();
});

test('the palette runs the page’s keyboard actions and moves the focus to their result', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders?order=number&select=number,status');
  await expect(page.getByText(/^612 rows/)).toBeVisible();
  const choose = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill(typed);
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(typed, {
      ignoreCase: true,
    });
    await page.keyboard.press('Enter');
  };
  await cellAt(page, 2, 1).click();
  await choose('go to last row');
  await expect(cellAt(page, 611, 1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(cellAt(page, 610, 1)).toBeFocused();
  await choose('go to first row');
  await expect(cellAt(page, 0, 1)).toBeFocused();
  await choose('jump to row…');
  await page.getByRole('dialog', { name: 'Jump to row' }).getByRole('textbox').fill('50%');
  await page.keyboard.press('Enter');
  await expect(cellAt(page, 306, 1)).toBeFocused();
  await choose('search these rows');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toBeFocused();
  expect(errors).toEqual([]);
});

test('an invalid record address shows the reason', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  const record = page.getByRole('complementary', { name: 'Record' });
  await page.goto('/tables/public/customers?record=id.eq.abc');
  await expect(record).toContainText('“id” can’t be “abc”. Enter a whole number.');
  await expectAccessible(page);
  await record.getByRole('button', { name: 'Close' }).last().click();
  await expect(record).toBeHidden();
  await page.goto('/tables/public/customers?record=name.eq.x');
  await expect(record).toContainText('A record of this table is identified by “id”, not by “name”.');
  await page.goto('/tables/public/customers?record=invalid');
  await expect(page.getByText('Invalid in the address: record=invalid')).toBeVisible();
  await expect(cellAt(page, 0, 0)).toBeVisible();
  expect(errors).toEqual([]);
});

test('Enter and Escape during IME composition leave the editor open', async ({ page }) => {
  await signIn(page, 'owner');
  await openCustomers(page, 15, 16);
  const before = await fetchCustomers(page, 15, 16);
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await cellAt(page, 0, 1).click();
  await page.keyboard.press('F2');
  const editor = page.getByRole('textbox', { name: 'City' });
  await expect(editor).toBeFocused();
  await compose('とうきょ');
  for (const key of ['Escape', 'Enter']) {
    await page.keyboard.press(key);
    await expect(editor).toBeFocused();
    await expect(editor).toHaveValue(/とうきょ/);
  }
  await keyboard.send('Input.insertText', { text: '東京' });
  await page.keyboard.press('Enter');
  const read = () => fetchCustomers(page, 15, 16);
  await expect.poll(read).toMatchObject([{ city: '東京' }, {}]);
  await undoTo(page, before, read);
});

test('Escape closes the panel while a tooltip is open, not only the tooltip', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/customers?record=id.eq.20');
  const record = page.getByRole('complementary', { name: 'Record' });
  await record.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await record.getByRole('button', { name: 'Duplicate' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(record).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** Sends a touch that starts, can move and wait, and ends. */
  async function finger(page: Page, target: Locator) {
    const session = await page.context().newCDPSession(page);
    const box = await target.boundingBox();
    let x = (box?.x ?? 0) + (box?.width ?? 0) * 0.7;
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await send('touchStart');
    return {
      by: async (distance: number) => {
        for (let i = 0; i < 12; i++) {
          x += distance / 12;
          await send('touchMove');
        }
      },
      up: () => send('touchEnd'),
    };
  }

  test('a long press selects, a swipe shows the actions, and the menu has the same actions', async ({
    page,
  }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto('/tables/public/customers');
    const list = page.getByRole('region', { name: 'Customers' });
    const card = (name: RegExp) => list.getByRole('button', { name });
    await expect(card(/Bar Centrale/)).toBeVisible();

    const press = await finger(page, card(/Bar Centrale/));
    await expect(page.getByText('1 selected')).toBeVisible();
    await press.up();
    await card(/Boulangerie Méridien/).tap();
    await expect(page.getByText('2 selected')).toBeVisible();
    await expect(card(/Bar Centrale/)).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear selection' }).tap();

    const swipe = await finger(page, card(/Brasserie Lumière/));
    await swipe.by(-200);
    await swipe.up();
    for (const action of ['Open', 'Select', 'Duplicate', 'Delete']) {
      await expect(list.getByRole('button', { name: action, exact: true })).toBeVisible();
    }
    await expectAccessible(page);
    await list.getByRole('button', { name: 'Select', exact: true }).tap();
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Clear selection' }).tap();

    await list.getByRole('button', { name: 'More actions' }).first().press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Bäckerei Grünwald');
    expect(errors).toEqual([]);
  });
});
