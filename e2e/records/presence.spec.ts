import { expect, type Page } from '@playwright/test';
import { addCustomer, grid, openSecondBrowser, record } from '../support/customers';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests what users see of each other, with two and three browsers.
test.use({ live: true });

const others = (page: Page, count: number) =>
  page.getByRole('button', { name: `${count} other user${count === 1 ? '' : 's'} on this page` });
const alone = (page: Page) => page.getByRole('button', { name: 'Other users', exact: true });
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Following Signe Østergaard' });
const cityCell = (page: Page) => grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2);

/** Returns all frames that a page receives. */
function watchFrames(page: Page) {
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(payload.toString())),
  );
  return frames;
}

async function edit(page: Page) {
  await cityCell(page).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'City' })).toBeFocused();
}

test('users see who is on the table and the record, and who edits a cell or field', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'viewer');
  const staff = await openSecondBrowser(browser, baseURL, 'staff');
  const owner = await openSecondBrowser(browser, baseURL, 'owner');
  const response = await page.request.get('/api/rows/customers?select=id&limit=1');
  const [{ id }] = await response.json(); // the viewer sees only their own
  const path = `/tables/public/customers?id=eq.${id}&select=name,city`;
  for (const of of [page, staff, owner]) await of.goto(path);
  await expect(others(page, 2)).toBeVisible();
  await others(page, 2).click();
  await expect(page.getByRole('dialog', { name: 'Other users' })).toContainText('Signe Østergaard');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await edit(staff);
  await expect(grid(page).getByRole('row').nth(1)).toHaveAttribute('data-present');
  await expect(cityCell(page)).toContainText('Signe');
  await edit(owner);
  await expect(cityCell(page)).toContainText(/(Signe|Ada) \+1/);
  await staff.keyboard.press('Escape');
  await expect(cityCell(page)).toContainText('Ada');
  await expect(cityCell(page)).not.toContainText('+1');
  await owner.keyboard.press('Escape');
  await expect(page.locator('[data-editor]')).toHaveCount(0);

  const open = `${path}&record=id.eq.${id}`;
  await owner.goto(open);
  await staff.goto(open);
  await expect(record(owner).getByRole('img', { name: 'Also here: Signe Østergaard' })).toBeVisible();
  const city = record(staff).getByRole('textbox', { name: 'City' });
  await city.click();
  await expect(city).toBeFocused();
  await expect(record(owner).getByText('Signe Østergaard is editing this field.')).toBeVisible();
  await expectAccessible(owner);
  await record(owner).getByRole('textbox', { name: 'City' }).fill('Ribe'); // a warning, not a lock
  await expect(record(staff).getByText('Ada Lindqvist is editing this field.')).toBeVisible();
  await staff.close();
  await expect(record(owner).getByText('is editing this field')).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('cards and events outline the rows that others have open or edit', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'owner');
  const signe = await openSecondBrowser(browser, baseURL, 'staff');
  const response = await page.request.get(
    '/api/rows/orders?due_on=not.is.null&select=id,number,due_on&limit=1',
  );
  const [order] = await response.json();
  const path = `/tables/public/orders?number=eq.${order.number}`;
  const cards = [
    { path: `${path}&view=board`, opened: 'Signe' },
    { path: `${path}&view=calendar.due_on.month.${order.due_on}`, opened: '' },
    { path: '/tables/public/products?view=gallery&id=eq.1', opened: 'Signe' },
  ];
  await signe.goto(`${path}&record=id.eq.${order.id}`);
  for (const card of cards) {
    if (card.path.includes('products')) await signe.goto('/tables/public/products?record=id.eq.1');
    await page.goto(card.path);
    const outline = page.locator('[data-card] [data-present]');
    await expect(outline).toHaveText(`${card.opened}, Also here: Signe Østergaard`);
    await record(signe).getByRole('textbox').first().click();
    await expect(outline).toHaveText('Signe, Signe Østergaard is editing this row');
    await expectAccessible(page);
    await record(signe).getByRole('heading').first().click();
    await expect(outline).toHaveText(`${card.opened}, Also here: Signe Østergaard`);
  }
  // The grid of a phone is a list of cards.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/tables/public/products?id=eq.1');
  await expect(page.locator('[data-present]')).toHaveText('Signe, Also here: Signe Østergaard');
  await expectAccessible(page);
});

test('a user who is invisible is not shown and sees nobody', async ({ page, browser, baseURL }) => {
  await signIn(page, 'owner');
  const staff = await openSecondBrowser(browser, baseURL, 'staff');
  await page.goto('/tables/public/customers');
  await staff.goto('/tables/public/customers');
  await expect(others(page, 1)).toBeVisible();
  await others(staff, 1).click();
  await staff.getByRole('combobox', { name: 'Who can see me' }).click();
  await staff.getByRole('option', { name: 'Nobody' }).click();
  await expect(alone(page)).toBeVisible();
  await expect(alone(staff)).toBeVisible();
});

test('a record that a policy hides is not named to the viewer', async ({ page, browser, baseURL }) => {
  await signIn(page, 'viewer');
  const owner = await openSecondBrowser(browser, baseURL, 'owner');
  const find = async (active: boolean) => {
    const response = await owner.request.get(`/api/rows/products?active=is.${active}&select=id&limit=1`);
    return (await response.json())[0].id as number;
  };
  const [hidden, visible] = [await find(false), await find(true)];
  const frames = watchFrames(page);
  await page.goto('/tables/public/products');
  await owner.goto(`/tables/public/products?record=id.eq.${hidden}`);
  await others(page, 1).click();
  const dialog = page.getByRole('dialog', { name: 'Other users' });
  await expect(dialog).toContainText('Ada Lindqvist');
  await expect(dialog).toContainText('on this page');
  await owner.goto(`/tables/public/products?record=id.eq.${visible}`);
  await expect(dialog).toContainText('on a record');
  const locations = frames.filter((frame) => frame.includes('"locations"')).join('\n');
  expect(locations).toContain(`"value":"${visible}"`);
  expect(locations).not.toContain(`"value":"${hidden}"`);
});

test('a page follows another user to records, views and tables until the user navigates', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  const staff = await openSecondBrowser(browser, baseURL, 'staff');
  const id = await addCustomer(page, 'Follow');
  await page.goto('/tables/public/customers');
  await staff.goto(`/tables/public/customers?id=eq.${id}`);
  await others(page, 1).click();
  await page.getByRole('button', { name: 'Follow Signe Østergaard' }).click();
  await expect(banner(page)).toContainText('1 filter of their page is not shared');
  await expectAccessible(page);

  await staff.goto(`/tables/public/customers?id=eq.${id}&order=city.desc&record=id.eq.${id}`);
  await expect(record(page).getByRole('heading', { name: 'Follow' })).toBeVisible();
  await expect(page).toHaveURL(/order=city.desc/);
  expect(page.url(), 'the filter is not shared').not.toContain(`id=eq.${id}`);
  await record(staff).getByRole('button', { name: 'Close' }).click();
  await expect(record(page)).toHaveCount(0);
  await staff.getByRole('link', { name: /^Products/ }).click();
  await expect(page).toHaveURL(/\/tables\/public\/products/);
  await expect(banner(page)).toBeVisible();
  await page.getByRole('link', { name: /^Orders/ }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/tables\/public\/orders/);

  await staff.getByRole('link', { name: /^Orders/ }).click();
  await others(page, 1).click();
  await page.getByRole('button', { name: 'Follow Signe Østergaard' }).click();
  await banner(page).getByRole('button', { name: 'Stop following' }).click();
  await expect(banner(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});
