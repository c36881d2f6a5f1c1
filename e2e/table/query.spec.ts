import { expect, type Page } from '@playwright/test';
import { fetchCount, grid, ordersPath, readQuery } from '../support/order-rows';
import { drag, expectAccessible, getCenter, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const builder = (page: Page) => page.getByRole('dialog', { name: 'Advanced filter' });

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'View' });

/** Returns the number of rows that the status bar shows. */
async function readTotal(page: Page): Promise<number> {
  const text = await page
    .getByText(/^[\d,]+ rows?/)
    .first()
    .textContent();
  return Number(text?.match(/[\d,]+/)?.[0].replaceAll(',', ''));
}

/** Chooses an option of a control. */
async function chooseOption(page: Page, control: string, name: string, within = builder(page)) {
  const choice = within.getByRole('combobox', { name: control }).last();
  const option = page.getByRole('option', { name, exact: true });
  await choice.press('Enter');
  await expect(option).toBeVisible();
  // The search of columns that has just been closed can still be visible.
  if (control === 'Column') {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  } else {
    // By mouse: a list that opens focuses its chosen option, possibly after the test has focused another.
    await option.click();
  }
  await expect(option).toBeHidden();
}

test.describe('filters', () => {
  test('groups are built by keyboard, have a readable description, and are part of the URL', async ({
    page,
    context,
  }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto(ordersPath);
    await toolbar(page).getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await page.getByRole('button', { name: /Advanced filter/ }).press('Enter');
    await expect(builder(page)).toBeVisible();

    // Total > 500, and any of: draft, or (packed and unassigned).
    await chooseOption(page, 'Column', 'Total');
    await chooseOption(page, 'Operator', '>');
    await builder(page).getByRole('textbox', { name: 'Value' }).fill('500');
    await builder(page).getByRole('button', { name: 'Add group' }).last().press('Enter');
    await chooseOption(page, 'Column', 'Status');
    await builder(page).getByRole('checkbox', { name: 'draft' }).press('Space');
    const outer = builder(page).getByRole('group', { name: /level 1/ });
    await outer.getByRole('button', { name: 'Add group' }).press('Enter');
    await chooseOption(page, 'Column', 'Status');
    const inner = builder(page).getByRole('group', { name: /level 2/ });
    await inner.getByRole('checkbox', { name: 'packed' }).press('Space');
    await inner.getByRole('button', { name: 'Add condition' }).press('Enter');
    await chooseOption(page, 'Column', 'Assigned to', inner);
    await chooseOption(page, 'Operator', 'is NULL', inner);
    await expectAccessible(page);
    await builder(page).getByRole('button', { name: 'Apply' }).press('Enter');

    await expect(builder(page)).toBeHidden();
    const filters = 'total=gt.500&or=(status.eq.draft,and(status.eq.packed,assigned_to.is.null))';
    expect(readQuery(page)).toBe(filters);
    const chip = page.getByRole('button', {
      name: 'Status is draft or (Status is packed and Assigned to is NULL)',
    });
    await expect(chip).toBeVisible();
    const expected = await fetchCount(page, filters);
    expect(expected).toBeGreaterThan(0);
    await expect.poll(() => readTotal(page)).toBe(expected);

    // The URL opens the same view in another tab.
    const other = await context.newPage();
    await other.goto(page.url());
    await expect.poll(() => readTotal(other)).toBe(expected);
    await expect(other.getByRole('button', { name: /^Status is draft or/i })).toBeVisible();
    await other.close();

    // A condition is moved out of its group and back.
    await chip.click();
    const handle = builder(page).getByRole('button', { name: /^Move the condition on Assigned to/ });
    await handle.press('ArrowDown');
    await expect(handle).toBeFocused();
    await expect(builder(page).getByText('Position 3 of 3 in a group.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(builder(page).getByText('Position 2 of 2 in a group, level 2.')).toBeAttached();
    await outer.getByRole('combobox', { name: 'Match' }).first().press('Enter');
    await page.getByRole('option', { name: 'None', exact: true }).click();
    await builder(page).getByRole('button', { name: 'Apply' }).click();
    expect(readQuery(page)).toBe(filters.replace('or=', 'not.or='));
    await expect(page.getByRole('button', { name: /^neither Status is draft nor/i })).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('conditions and groups are dragged into groups, between conditions, and out of groups', async ({
    page,
  }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    const address = 'total=gt.500&or=(status.eq.draft,and(status.eq.packed,assigned_to.is.null))';
    await page.goto(`${ordersPath}?${address}`);
    await page.getByRole('button', { name: /^Status is draft or/i }).click();
    const outer = builder(page).getByRole('group', { name: /level 1/ });
    const inner = builder(page).getByRole('group', { name: /level 2/ });
    const condition = (name: string, within = builder(page)) =>
      within.getByRole('button', { name: `Move the condition on ${name} with the arrow keys` });
    const group = (within = builder(page)) =>
      within.getByRole('button', { name: 'Move this group with the arrow keys' });
    const expectAnnouncement = (text: string) =>
      expect(builder(page).getByText(text, { exact: true })).toBeAttached();
    await expect(condition('Total')).toBeVisible();

    // Drags to the end of a group, and from there to the gap between two conditions.
    await drag(
      page,
      await getCenter(condition('Total')),
      await getCenter(inner.getByRole('button', { name: 'Add condition' })),
    );
    await expectAnnouncement('Position 3 of 3 in a group, level 2.');
    await expect(condition('Total', inner)).toBeFocused();
    const nextBox = await inner.getByRole('listitem').nth(1).boundingBox();
    await drag(page, await getCenter(condition('Total')), {
      x: (nextBox?.x ?? 0) + 40,
      y: (nextBox?.y ?? 0) - 4,
    });
    await expectAnnouncement('Position 2 of 3 in a group, level 2.');

    // A group can't be dropped into itself. A drop outside the builder or a canceled drag changes nothing.
    await drag(page, await getCenter(group(outer).first()), await getCenter(condition('Total')));
    await drag(page, await getCenter(condition('Total')), { x: 20, y: 700 });
    const from = await getCenter(condition('Total'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 60, { steps: 6 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(builder(page)).toBeVisible();
    await expectAnnouncement('Position 2 of 3 in a group, level 2.');

    // Drags a group out of its parent group, past the parent's edge.
    await drag(
      page,
      await getCenter(group(inner)),
      await getCenter(builder(page).getByRole('button', { name: 'Add condition' }).last()),
    );
    await expectAnnouncement('Position 2 of 2.');
    const last = await outer.last().boundingBox();
    await drag(page, await getCenter(condition('Status').first()), {
      x: (last?.x ?? 0) + 60,
      y: (last?.y ?? 0) + 2,
    });
    await expectAnnouncement('Position 2 of 3.');
    await builder(page).getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => readQuery(page))
      .toBe('status=eq.draft&and=(status.eq.packed,total.gt.500,assigned_to.is.null)');
    expect(errors).toEqual([]);
  });

  test('an invalid condition shows its error, and no input is lost', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto(`${ordersPath}?total=gt.500&or=(number.eq.1,number.eq.2)`);
    await page.getByRole('button', { name: /^Number = 1 or/ }).click();
    await builder(page).getByRole('textbox', { name: 'Value' }).first().fill('a lot');
    await builder(page).getByRole('button', { name: 'Apply' }).click();
    await expect(builder(page).getByRole('alert')).toContainText('Enter a number');
    await expect(builder(page).getByRole('textbox', { name: 'Value' }).first()).toHaveValue('a lot');
    await page.keyboard.press('Escape');
    expect(readQuery(page)).toBe('total=gt.500&or=(number.eq.1,number.eq.2)');
  });

  test('relative days are stored as relative in the URL and change with the current day', async ({
    page,
  }) => {
    await signIn(page, 'owner');
    await page.clock.install({ time: new Date('2026-11-20T22:59:30Z') });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/rows/orders?')) requests.push(decodeURIComponent(request.url()));
    });
    await page.goto(ordersPath);
    await toolbar(page).getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('option', { name: 'Due', exact: true }).click();
    await page.getByRole('combobox', { name: 'Operator' }).click();
    await page.getByRole('option', { name: 'is', exact: true }).click();
    await page.getByRole('combobox', { name: 'Day' }).click();
    await page.getByRole('option', { name: 'Today', exact: true }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('button', { name: 'Due is today' })).toBeVisible();
    expect(readQuery(page)).toBe('due_on=eq.today');
    await expect.poll(() => requests.some((url) => url.includes('due_on=eq.2026-11-20'))).toBe(true);
    // Midnight in Copenhagen.
    await page.clock.fastForward(60_000);
    await expect.poll(() => requests.some((url) => url.includes('due_on=eq.2026-11-21'))).toBe(true);
    expect(readQuery(page)).toBe('due_on=eq.today');

    await page.goto(`${ordersPath}?placed_at=gte.today-400d&due_on=eq.year`);
    await expect(page.getByRole('button', { name: 'Placed is on or after 400 days ago' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Due is this year' })).toBeVisible();
    const shown = await readTotal(page);
    const year = 'and=(due_on.gte.2026-01-01,due_on.lt.2027-01-01)';
    expect(shown).toBe(await fetchCount(page, `placed_at=gte.2025-10-17T00:00:00%2B02:00&${year}`));

    // The export contains the displayed rows.
    const exported = page.waitForEvent('download');
    await page.getByRole('button', { name: /export/i }).click();
    await page.getByRole('menuitem', { name: 'CSV, all columns' }).click();
    const url = decodeURIComponent((await exported).url());
    expect(url).toContain('due_on.gte.2026-01-01');
    expect(url).not.toContain('today');
  });

  test('“me” is the signed-in user', async ({ page, browser }) => {
    await signIn(page, 'staff');
    await page.goto(ordersPath);
    await toolbar(page).getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('option', { name: 'Assigned to', exact: true }).click();
    await page.getByRole('combobox', { name: 'People' }).click();
    await page.getByRole('option', { name: /^Me\b/ }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(readQuery(page)).toBe('assigned_to=eq.auth.uid()');
    await expect(page.getByRole('button', { name: 'Assigned to is me' })).toBeVisible();
    await expect(grid(page).getByRole('row').nth(1)).toContainText('Signe Østergaard');
    const mine = await readTotal(page);

    const other = await browser.newPage({ baseURL: new URL(page.url()).origin });
    await signIn(other, 'owner');
    await other.goto(page.url());
    await expect(grid(other).getByRole('row').nth(1)).toContainText('Ada Lindqvist');
    expect(await readTotal(other)).not.toBe(mine);
    await other.close();
  });

  test('a JSON path is read from the URL and can be changed', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto('/tables/public/products?attributes->>process=eq.washed&attributes->altitude_m=gt.1500');
    await expect.poll(() => readTotal(page)).toBe(15);
    await page.getByRole('button', { name: 'Attributes altitude_m > 1500' }).click();
    await page.getByRole('textbox', { name: 'Key in Attributes' }).fill('process');
    await page.getByRole('combobox', { name: 'Operator' }).click();
    await page.getByRole('option', { name: 'starts with', exact: true }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill('wash');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('button', { name: 'Attributes process starts with wash' })).toBeVisible();
    expect(readQuery(page)).toBe('attributes->>process=eq.washed&and=(attributes->>process.ilike.wash*)');
    await expect.poll(() => readTotal(page)).toBeGreaterThan(15);
  });

  test('malformed URLs report their invalid parts and apply the valid filters', async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto(
      `${ordersPath}?status=draft&or=(a.eq.1&total=gt.500&order=x.sideways&group=unknown&collapsed=draft`,
    );
    await expect(page.getByText('Invalid in the address: status=draft')).toBeVisible();
    await expect(page.getByText('Invalid in the address: or=(a.eq.1')).toBeVisible();
    await expect(page.getByText('Invalid in the address: order=x.sideways')).toBeVisible();
    await expect(page.getByText('Invalid in the address: collapsed=draft')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Total > €500.00' })).toBeVisible();
    expect(await readTotal(page)).toBe(await fetchCount(page, 'total=gt.500'));

    await page.goto(`${ordersPath}?secret=eq.1&total=gt(any).{500}`);
    await expect(page.getByRole('alert')).toContainText('secret');
    await page.getByRole('button', { name: 'Remove this filter' }).first().click();
    await expect(page.getByText('total.gt(any)."{500}"')).toBeVisible();
    expect(await readTotal(page)).toBe(await fetchCount(page, 'total=gt(any).{500}'));

    await page.goto(`${ordersPath}?due_on=eq.last-0d`);
    await expect(page.getByRole('alert')).toContainText(/date/i);
    expect(errors).toEqual([]);
  });
});

test('rows are sorted by several columns, whose order changes by keyboard', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto(ordersPath);
  await toolbar(page).getByRole('button', { name: 'Sort', exact: true }).click();
  await page.getByRole('option', { name: 'Status', exact: true }).click();
  await page.getByRole('combobox', { name: 'Then by' }).click();
  await page.getByRole('option', { name: 'Notes', exact: true }).click();
  await page.getByRole('combobox', { name: 'Direction' }).last().click();
  await page.getByRole('option', { name: 'Descending' }).click();
  await page.getByRole('combobox', { name: 'Position of NULL' }).click();
  await page.getByRole('option', { name: 'NULL last', exact: true }).click();
  await expect(page).toHaveURL(/order=status\.asc,notes\.desc\.nullslast/);
  const handle = page.getByRole('button', { name: /^Move Notes/ });
  await handle.press('ArrowUp');
  await expect(page).toHaveURL(/order=notes\.desc\.nullslast,status\.asc/);
  await expect(handle).toBeFocused();
  await page.keyboard.press('Escape');
  const notes = grid(page).getByRole('row').nth(1).getByRole('gridcell').last();
  await expect(notes).not.toHaveText('–');
});

test('the sort order changes by dragging, and rows are sorted again after the drop', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto(`${ordersPath}?order=status.asc,notes.desc,total.asc,number.asc`);
  await toolbar(page).getByRole('button', { name: 'Sort: 4' }).click();
  const list = page.getByRole('list', { name: 'Sorted by' });
  const handle = (name: string) => list.getByRole('button', { name: `Move ${name} with the arrow keys` });
  const order = () => new URLSearchParams(readQuery(page)).get('order');
  const entries = await page.evaluate(() => history.length);
  const at = async (name: string, dy: number) => {
    const { x, y } = await getCenter(handle(name));
    return { x, y: y + dy };
  };
  await drag(page, await at('Number', 0), await at('Status', -8));
  await expect.poll(order).toBe('number.asc,status.asc,notes.desc,total.asc');
  await expect(handle('Number')).toBeFocused();
  await drag(page, await at('Number', 0), await at('Notes', 8));
  await expect.poll(order).toBe('status.asc,notes.desc,number.asc,total.asc');
  await drag(page, await at('Status', 0), await at('Total', 8));
  await expect.poll(order).toBe('notes.desc,number.asc,total.asc,status.asc');
  // Each change is one entry in the browser's history.
  expect(await page.evaluate(() => history.length)).toBe(entries + 3);

  const from = await at('Status', 0);
  const to = await at('Notes', -8);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(list.getByRole('listitem').last()).not.toHaveAttribute('data-dragged');
  await expect(list.getByRole('listitem').last()).toHaveAttribute('data-term', 'status');
  expect(order()).toBe('notes.desc,number.asc,total.asc,status.asc');
});
