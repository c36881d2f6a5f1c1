import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { cellAt } from '../support/cells';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Search or jump to' });
  await expect(input).toBeFocused();
  return { input, options: page.getByRole('dialog').getByRole('option') };
}

/** Returns the height between an option and the end of the list, in pixels. */
function measureSpaceBelow(option: Locator): Promise<number> {
  return option.evaluate((element) => {
    const list = element.closest('[role="listbox"]') ?? element;
    return Math.round(list.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom);
  });
}

test('finds records by title, key and number across tables', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await page.goto('/tables/public/products');
  await expect(page.getByRole('grid')).toBeVisible();

  const { input, options } = await openPalette(page);
  await input.fill('10608');
  await expect(options).toHaveCount(1);
  await expect(options).toContainText('Order 10608');
  await expect(options).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => measureSpaceBelow(options.first()), 'only the padding of the list').toBe(6);

  // The product, and then its photo.
  await input.fill('HR-ETH-01');
  await expect(options).toHaveCount(2);
  await expect(options.first()).toContainText('Products');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(options.last()).toContainText('HR-ETH-01.jpg');

  await input.fill('lund');
  await expect(options.first()).toContainText('Lund');
  await expect(options.filter({ hasText: 'Roast readings' })).toHaveCount(0);
  await expect(options.filter({ hasText: 'Bakery Lund' })).toHaveCount(1);
  await expectAccessible(page);
  await options.filter({ hasText: 'Bakery Lund' }).click();
  await expect(page).toHaveURL(/\/tables\/public\/customers\?record=id\.eq\.\d+$/);
  await expect(page.getByRole('heading', { name: 'Bakery Lund' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('opens with the text that was typed before the app was shown', async ({ page }) => {
  await signIn(page, 'owner');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/schema', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('time zo');
  release();
  const input = page.getByRole('combobox', { name: 'Search or jump to' });
  await expect(input).toHaveValue('time zo');
  await page.keyboard.type('ne');
  await expect(page.getByRole('option', { selected: true })).toContainText('Time zone');
  await page.keyboard.press('Escape');
  await expect(input).toHaveCount(0);
  await openPalette(page);
  await expect(input).toHaveValue('');
});

test('sends one limited request per table, and opens the result if Enter was pressed before it loaded', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/products');
  await expect(page.getByRole('grid')).toBeVisible();
  const searches: URL[] = [];
  const collect = (request: Request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/rows/') && url.searchParams.has('or')) searches.push(url);
  };
  page.on('request', collect);
  const { input } = await openPalette(page);
  await input.pressSequentially('order 10608');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tables\/public\/orders\?record=/);
  await expect(page.getByRole('heading', { name: 'Order 10608' })).toBeVisible();
  page.off('request', collect);

  // Typing without a pause causes a single search.
  const matching = searches.filter(({ search }) => search.includes('10608'));
  const paths = matching.map(({ pathname }) => pathname);
  expect(paths).toContain('/api/rows/orders');
  expect(new Set(paths).size).toBe(paths.length);
  expect(matching.every(({ searchParams }) => Number(searchParams.get('limit')) <= 20)).toBe(true);
});

test('a viewer finds only records that they can read', async ({ page }) => {
  await signIn(page, 'viewer');
  await page.goto('/tables/public/products');
  await expect(page.getByRole('grid')).toBeVisible();
  const { input, options } = await openPalette(page);
  const answered = page.waitForResponse((response) => response.url().includes('/api/rows/customers'));
  await input.fill('bakery lund');
  expect(await (await answered).json()).toEqual([]);
  await expect(page.getByText('No results')).toBeVisible();
  await expect(options).toHaveCount(0);
});

test('keeps what is typed while its code loads, and moves the focus to the result', async ({ page }) => {
  await signIn(page, 'owner');
  let load = () => {};
  const released = new Promise<void>((resolve) => {
    load = resolve;
  });
  let isHeld = false;
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('cmdk-input')) {
      isHeld = true;
      await released;
    }
    await route.fulfill({ response });
  });
  await page.goto('/tables/public/orders?order=number&select=number,status');
  await expect(page.getByText(/^612 rows/)).toBeVisible();
  await cellAt(page, 2, 1).click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to last row');
  await page.keyboard.press('Enter');
  await expect.poll(() => isHeld).toBe(true);
  load();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(cellAt(page, 611, 1)).toBeFocused();
});

test('finds stored files by name and opens their preview', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/tables/public/products');
  await expect(page.getByRole('grid')).toBeVisible();
  const { input, options } = await openPalette(page);
  await input.fill('pdf price-l');
  await expect(options).toContainText(['price-list.pdf']);
  await input.fill('price-list.pdf');
  await expect(options).toHaveCount(1);
  await expect(options).toContainText('Documents');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/files\/documents\/price-lists\?file=price-list\.pdf$/);
  await expect(page.getByRole('dialog', { name: 'price-list.pdf' })).toBeVisible();
});

test('a text can be continued when the code has loaded', async ({ page }) => {
  await signIn(page, 'owner');
  let load = () => {};
  const released = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('cmdk-input')) await released;
    await route.fulfill({ response });
  });
  await page.goto('/tables/public/products');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('time zo');
  load();
  const input = page.getByRole('combobox', { name: 'Search or jump to' });
  await expect(input).toBeFocused();
  await page.keyboard.type('ne');
  await expect(input).toHaveValue('time zone');
});
