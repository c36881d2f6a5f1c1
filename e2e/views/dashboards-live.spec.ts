import { expect, type Page } from '@playwright/test';
import { createDashboard } from '../support/charts';
import { addCustomer, openSecondBrowser } from '../support/customers';
import { goOffline, signIn } from '../support/support';
import { test } from '../support/workspace';

test.use({ live: true });

const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Expects the number of customers in a tile, those of each city in a chart, and their names in a list. */
async function expectTiles(page: Page, cities: Record<string, number>, names: readonly string[]) {
  await expect(tile(page, 'Number').getByRole('link', { name: /^\d+$/ })).toHaveText(String(names.length));
  for (const [city, count] of Object.entries(cities))
    await expect(
      tile(page, 'Chart').getByRole('link', { name: `${city}: ${count}`, exact: true }),
    ).toBeVisible();
  await expect(tile(page, 'List').getByRole('listitem')).toHaveText(
    names.map((name) => new RegExp(`^${name}`)),
  );
}

test('tiles show the changes of other users, and their last data with its time while offline', async ({
  page,
  browser,
  baseURL,
}) => {
  const signe = await openSecondBrowser(browser, baseURL, 'staff');
  await signIn(page, 'owner');
  const filter = `name=like.${encodeURIComponent('Tile %')}`;
  const first = await addCustomer(page, 'Tile A');
  await addCustomer(page, 'Tile B');
  const path = await createDashboard(page, 'Live', [
    { table: 'customers', query: `${filter}&view=chart&chart=number.count`, title: 'Number', width: 'small' },
    { table: 'customers', query: `${filter}&view=chart&chart=bar.count.by(city)`, title: 'Chart' },
    { kind: 'list', table: 'customers', query: `${filter}&order=id.asc`, title: 'List' },
  ]);
  await page.goto(path);
  await expectTiles(page, { Aarhus: 2 }, ['Tile A', 'Tile B']);
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));

  await test.step('a change and a new record of another user', async () => {
    const data = { city: 'Ribe', name: 'Tile Z' };
    expect((await signe.request.patch(`/api/rows/customers?id=eq.${first}`, { data })).ok()).toBe(true);
    await addCustomer(signe, 'Tile C');
    await expectTiles(page, { Aarhus: 2, Ribe: 1 }, ['Tile Z', 'Tile B', 'Tile C']);
  });

  await test.step('without a network, the tiles remain and the page states the time of the data', async () => {
    await goOffline(page);
    await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toHaveText(
      /^You are offline\. This page shows data from before \d+:\d\d/,
    );
    await addCustomer(signe, 'Tile D');
    await expectTiles(page, { Aarhus: 2, Ribe: 1 }, ['Tile Z', 'Tile B', 'Tile C']);
    await expect(page.getByRole('alert').filter({ hasText: 'load' })).toHaveCount(0);
  });

  await test.step('when the network is back, they show the changes since its loss', async () => {
    await page.context().setOffline(false);
    await expectTiles(page, { Aarhus: 3, Ribe: 1 }, ['Tile Z', 'Tile B', 'Tile C', 'Tile D']);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    await expect(page.locator('body')).toHaveAttribute('data-same-page');
  });
});

test('a late date in a list is at the height of the other texts', async ({ page }) => {
  await signIn(page, 'owner');
  const response = await page.request.get(
    '/api/rows/orders?status=eq.confirmed&select=id&order=id.asc&limit=2',
  );
  const [late, other] = await response.json();
  for (const [{ id }, due_on] of [
    [late, '2020-02-29'],
    [other, '2099-02-28'],
  ] as const)
    expect((await page.request.patch(`/api/rows/orders?id=eq.${id}`, { data: { due_on } })).ok()).toBe(true);
  const path = await createDashboard(page, 'Late', [
    {
      kind: 'list',
      ...{ table: 'orders', query: `id=in.(${late.id},${other.id})&order=due_on.asc&select=number,due_on` },
      title: 'List',
    },
  ]);
  await page.goto(path);
  const lines = tile(page, 'List').getByRole('listitem');
  await expect(lines.first().getByRole('img', { name: 'Overdue' })).toBeVisible();
  const heights = await lines.evaluateAll((all) =>
    all.map((line) => {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      let node = walker.nextNode();
      while (node && !/20(20|99)/.test(node.textContent ?? '')) node = walker.nextNode();
      if (node) range.selectNodeContents(node);
      return range.getBoundingClientRect().top - line.getBoundingClientRect().top;
    }),
  );
  expect(heights).toHaveLength(2);
  expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 99))).toBeLessThan(0.6);
});
