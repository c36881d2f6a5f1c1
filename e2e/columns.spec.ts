import { expect, type Locator, type Page } from '@playwright/test';
import { signIn, watchErrors } from './support';
import { test } from './workspace';

// A grid's columns are each person's own: shown, ordered, as wide and as firm as one likes.

const customers = '/tables/public/customers';
const header = (page: Page, name: string) =>
  page.getByRole('columnheader', { name: new RegExp(`^${name}( required)? Column`) });

/** The titles of the columns in view, from the left. */
const titles = (page: Page) =>
  page
    .getByRole('columnheader')
    .getByRole('button', { name: /^Column / })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.replace('Column ', '')));

async function widthOf(column: Locator): Promise<number> {
  return (await column.boundingBox())?.width ?? 0;
}

async function menu(page: Page, column: string, item: string) {
  await header(page, column)
    .getByRole('button', { name: `Column ${column}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('columns are moved, widened, pinned and hidden by mouse, and stay so', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await page.goto(customers);
  await expect(header(page, 'City')).toBeVisible();

  await header(page, 'City').dragTo(header(page, 'Kind'));
  const order = async () => (await titles(page)).filter((title) => title === 'City' || title === 'Kind');
  await expect.poll(order).toEqual(['City', 'Kind']);

  const before = await widthOf(header(page, 'City'));
  const box = await header(page, 'City').boundingBox();
  if (!box) throw new Error('not in sight');
  await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 77, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(header(page, 'City'))).toBeCloseTo(before + 80, -1);

  await menu(page, 'Country', 'Hide');
  await expect(header(page, 'Country')).toHaveCount(0);
  await menu(page, 'Kind', 'Pin');
  await expect.poll(async () => (await titles(page)).indexOf('Kind')).toBe(0);

  await page.reload();
  await expect(header(page, 'City')).toBeVisible();
  expect(await titles(page)).not.toContain('Country');
  expect((await titles(page))[0]).toBe('Kind');
  expect(await widthOf(header(page, 'City'))).toBeCloseTo(before + 80, -1);
  expect(errors).toEqual([]);
});

test('by keyboard alone: hidden, shown, and put in order', async ({ page }) => {
  await signIn(page, 'staff');
  await page.goto(customers);
  await expect(header(page, 'City')).toBeVisible();
  const order = await titles(page);
  const chosen = page.getByRole('list', { name: 'Columns' });
  await page.getByRole('button', { name: /\d+ columns$/ }).focus();
  await page.keyboard.press('Enter');
  const city = chosen.getByRole('checkbox', { name: 'City' });
  await city.focus();
  await page.keyboard.press('Space');
  await expect(header(page, 'City')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(city).toBeChecked();
  // Shown again it is the last; up it goes to where it was.
  const last = chosen.getByRole('checkbox', { name: 'City' });
  const steps = (await chosen.getByRole('checkbox', { checked: true }).count()) - 1 - order.indexOf('City');
  for (let step = 0; step < steps; step++) {
    await last.focus();
    await page.keyboard.press('Alt+ArrowUp');
  }
  await page.keyboard.press('Escape');
  await expect.poll(() => titles(page)).toEqual(order);
});
