import { expect, type Locator, type Page } from '@playwright/test';
import { signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests the columns of a grid: each user can show, order, resize and pin them.

const customersPath = '/tables/public/customers';
const columnHeader = (page: Page, name: string) =>
  page.getByRole('columnheader', { name: new RegExp(`^${name}( required)? Column`) });

/** Returns the titles of the visible columns, from left to right. */
const listTitles = (page: Page) =>
  page
    .getByRole('columnheader')
    .getByRole('button', { name: /^Column / })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.replace('Column ', '')));

async function getWidth(column: Locator): Promise<number> {
  return (await column.boundingBox())?.width ?? 0;
}

async function chooseMenuItem(page: Page, column: string, item: string) {
  await columnHeader(page, column)
    .getByRole('button', { name: `Column ${column}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('columns are moved, widened, pinned and hidden by mouse, also after a reload', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await page.goto(customersPath);
  await expect(columnHeader(page, 'City')).toBeVisible();

  await columnHeader(page, 'City').dragTo(columnHeader(page, 'Kind'));
  const order = async () => (await listTitles(page)).filter((title) => title === 'City' || title === 'Kind');
  await expect.poll(order).toEqual(['City', 'Kind']);

  const before = await getWidth(columnHeader(page, 'City'));
  const box = await columnHeader(page, 'City').boundingBox();
  if (!box) throw new Error('not in sight');
  await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 77, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => getWidth(columnHeader(page, 'City'))).toBeCloseTo(before + 80, -1);

  await chooseMenuItem(page, 'Country', 'Hide');
  await expect(columnHeader(page, 'Country')).toHaveCount(0);
  await chooseMenuItem(page, 'Kind', 'Pin');
  await expect.poll(async () => (await listTitles(page)).indexOf('Kind')).toBe(0);

  await page.reload();
  await expect(columnHeader(page, 'City')).toBeVisible();
  expect(await listTitles(page)).not.toContain('Country');
  expect((await listTitles(page))[0]).toBe('Kind');
  expect(await getWidth(columnHeader(page, 'City'))).toBeCloseTo(before + 80, -1);
  expect(errors).toEqual([]);
});

test('the first columns stay in place while rows and columns scroll', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await signIn(page, 'owner');
  await page.goto('/tables/public/orders');
  const grid = page.getByRole('grid');
  const firstCell = () => grid.locator('[role=row]:nth-child(8) > [role=gridcell]').nth(1);
  await expect(firstCell()).not.toHaveText('');
  const getLeft = async () => (await firstCell().boundingBox())?.x;
  const left = await getLeft();
  const scroll = (by: ScrollToOptions) => grid.evaluate((element, options) => element.scrollBy(options), by);
  await test.step('the cells of fixed columns are no layers while only rows scroll', async () => {
    // Read in the event, because the cells are fixed again soon after it.
    const position = await grid.evaluate((element) => {
      const cell = element.querySelector('[role=row]:nth-child(8) > [role=gridcell]:nth-child(2)');
      return new Promise((resolve) => {
        element.addEventListener('scroll', () => resolve(cell && getComputedStyle(cell).position), {
          once: true,
        });
        element.scrollBy({ top: 40 });
      });
    });
    expect(position).toBe('relative');
    expect(await getLeft()).toBe(left);
    await expect(firstCell()).toHaveCSS('position', 'sticky');
  });
  await test.step('they are fixed when columns scroll', async () => {
    await scroll({ top: 100 });
    await scroll({ left: 300 });
    await expect.poll(getLeft).toBe(left);
    await scroll({ top: 100 });
    await expect(firstCell()).toHaveCSS('position', 'sticky');
    expect(await getLeft()).toBe(left);
  });
});

test('columns are hidden, shown and moved by keyboard only', async ({ page }) => {
  await signIn(page, 'staff');
  await page.goto(customersPath);
  await expect(columnHeader(page, 'City')).toBeVisible();
  const order = await listTitles(page);
  const chosen = page.getByRole('list', { name: 'Columns' });
  await page.getByRole('button', { name: /\d+ columns$/ }).press('Enter');
  const city = chosen.getByRole('checkbox', { name: 'City' });
  await city.press('Space');
  await expect(columnHeader(page, 'City')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(city).toBeChecked();
  // A column that is shown again is the last; it is then moved up to its former position.
  const last = chosen.getByRole('checkbox', { name: 'City' });
  const steps = (await chosen.getByRole('checkbox', { checked: true }).count()) - 1 - order.indexOf('City');
  for (let step = 0; step < steps; step++) {
    await last.press('Alt+ArrowUp');
  }
  await page.keyboard.press('Escape');
  await expect.poll(() => listTitles(page)).toEqual(order);
});

test('the toolbar has one line: if it is narrow, it shows icons without labels', async ({ page }) => {
  await signIn(page, 'owner');
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    for (const path of [
      'products',
      'products?view=gallery',
      'deliveries?view=calendar',
      'orders?group=status',
    ]) {
      await page.goto(`/tables/public/${path}`);
      const tools = page.getByRole('toolbar', { name: 'View' });
      await expect(tools.getByRole('button', { name: 'Filter' })).toBeVisible();
      const boxes = await tools
        .locator('button, a, input')
        .filter({ visible: true })
        .evaluateAll((all) =>
          all.map((each) => {
            const { top, bottom, right } = each.getBoundingClientRect();
            return { middle: (top + bottom) / 2, right };
          }),
        );
      const middles = boxes.map(({ middle }) => middle);
      expect(Math.max(...middles) - Math.min(...middles), `${path} at ${width}`).toBeLessThan(8);
      expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
    }
  }
});

test('text that is clipped ends with an ellipsis', async ({ page }) => {
  await signIn(page, 'owner');
  await page.setViewportSize({ width: 1024, height: 768 });
  const paths = ['orders?view=calendar', 'profiles?view=gallery', 'customers?record=id.eq.29'];
  for (const path of paths) {
    await page.goto(`/tables/public/${path}`);
    await expect(page.getByText(/^\d+ (rows|events)/)).toBeVisible();
    await expect.poll(() => page.evaluate(findClippedTexts), path).toEqual([]);
  }
});

/** Returns the texts that an ancestor clips at the side without an ellipsis. Text that can be scrolled is not clipped. */
function findClippedTexts(): string[] {
  const isCut = (text: Node): boolean => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, width } = range.getBoundingClientRect();
    if (width < 3) return false;
    for (let element = text.parentElement; element; element = element.parentElement) {
      const { overflowX, textOverflow, display, clipPath } = getComputedStyle(element);
      // Visually hidden, for screen readers only.
      if (clipPath !== 'none') return false;
      if (overflowX === 'auto' || overflowX === 'scroll') return false;
      const box = element.getBoundingClientRect();
      if (overflowX === 'visible' || (left >= box.left - 1 && right <= box.right + 1)) continue;
      return !(textOverflow === 'ellipsis' && /block/.test(display));
    }
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (currentNode.textContent?.trim() && isCut(currentNode)) found.push(currentNode.textContent);
  }
  return found;
}

test('an empty cell shows a dash; times show minutes, the header their zone, and a tooltip the full time', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const [order] = await (await page.request.get('/api/rows/orders?order=id&limit=1&select=id')).json();
  const url = `/api/rows/orders?id=eq.${order.id}`;
  await page.request.patch(url, {
    data: { placed_at: '2026-02-03T10:20:45.5Z', assigned_to: null, notes: null },
  });
  await page.goto(
    `/tables/public/orders?id=eq.${order.id}&select=number,placed_at,assigned_to,notes&record=id.eq.${order.id}`,
  );
  const row = page.getByRole('grid').locator('[role=row][aria-rowindex="2"]');
  const placed = row.getByText('3 Feb 2026, 11:20', { exact: true });
  await placed.hover();
  await expect(placed).toHaveAttribute('title', '2026-02-03 11:20:45.5 CET');
  await expect(row.getByRole('img', { name: 'No value' })).toHaveText(['–', '–']);
  await expect(page.getByRole('columnheader', { name: /^Placed Copenhagen/ })).toBeVisible();
  await expect(row).not.toContainText(/CET|NULL/);
  const record = page.getByRole('complementary', { name: 'Record' });
  await expect(record.getByLabel('Placed')).toHaveValue('3 Feb 2026, 11:20:45.5');
  // Only a text column has an empty value other than NULL.
  await expect(record.getByLabel('Notes')).toHaveAttribute('placeholder', 'NULL');
  await expect(record.getByLabel('Assigned to')).toHaveText('None');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/tables/public/orders?id=eq.${order.id}&select=number,placed_at`);
  const cards = page.getByRole('region', { name: 'Orders' }).getByRole('listitem');
  await expect(cards.getByText('3 Feb 2026, 11:20')).toBeVisible();
  await expect(cards).not.toContainText(/NULL|CET|:45/);
});
