import { expect, type Page } from '@playwright/test';
import { readChartTable } from '../support/charts';
import { expectAccessible, type Role, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const chartPath = (chart: string) => `/tables/public/orders?view=chart&chart=${chart}`;

async function fetchNumber(page: Page, query: string): Promise<number> {
  const response = await page.request.get(`/api/rows/${query}`);
  const rows = (await response.json()) as { sum?: number; count?: number }[];
  return Number(rows[0]?.sum ?? rows[0]?.count);
}

const euros = (value: number) => value.toLocaleString('en-US', { style: 'currency', currency: 'EUR' });

test('a report opens as a chart, whose bars open their rows', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await page.goto('/tables/public/monthly_sales');
  await expect(page.getByRole('heading', { name: 'Sum of Revenue by Month' })).toBeVisible();
  const bars = page.locator('[data-mark]');
  const name = await bars.last().getAttribute('aria-label');
  expect(name).toMatch(/^\w{3} \d{4}: €[\d,]+\.\d\d$/);
  await expectAccessible(page);

  await bars.first().press('End');
  await expect(bars.last()).toBeFocused();
  await bars.last().press('ArrowLeft');
  await page.locator('[data-mark]:focus').press('Enter');
  await expect(page).toHaveURL(/view=grid/);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
  await page.goBack();
  await bars.last().click();
  await expect(page.getByRole('grid')).toContainText(name?.split(': ')[1] ?? '');

  await page.getByRole('link', { name: 'Grid', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  // A view that groups has the columns of its groups as its key.
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Open record' }).click();
  await expect(page).toHaveURL(/record=month\.eq\.\d{4}-\d\d-01/);
  await expect(page.getByRole('complementary', { name: 'Record' }).getByText('Revenue')).toBeVisible();
  expect(errors).toEqual([]);
});

for (const role of ['owner', 'staff', 'viewer'] as const satisfies readonly Role[]) {
  test(`each type of chart shows the numbers of ${role}`, async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, role);
    const total = await fetchNumber(page, 'orders?select=sum:total.sum()');
    const delivered = await fetchNumber(page, 'orders?select=sum:total.sum()&status=eq.delivered');
    const count = await fetchNumber(page, 'orders?select=count()');

    await page.goto(chartPath('number.sum(total)'));
    await expect(page.getByRole('link', { name: euros(total), exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Sum of Total by/ })).toBeVisible();
    const types = role === 'owner' ? (['Bar', 'Line', 'Area', 'Donut'] as const) : (['Bar'] as const);
    for (const type of types) {
      await page.goto(chartPath(`${type === 'Donut' ? 'pie' : type.toLowerCase()}.sum(total).by(status)`));
      await expect(page.getByRole('button', { name: type, exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      expect(await readChartTable(page)).toContain(`Delivered|${euros(delivered)}`);
      await expect(page.getByRole('link', { name: `Delivered: ${euros(delivered)}` })).toBeAttached();
    }
    await page.goto(chartPath('pivot.count.by(placed_at.quarter).split(status)'));
    expect((await readChartTable(page)).at(-1)).toMatch(new RegExp(`^Total\\|.*\\|${count}$`));
    expect(errors).toEqual([]);
  });
}

test('a pivot table on a phone has shadows where columns and rows are hidden, and keeps its titles', async ({
  page,
}) => {
  await signIn(page, 'owner');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(chartPath('pivot.count.by(placed_at.quarter).split(status)'));
  const frame = page.getByRole('table', { name: 'Number of Orders' }).locator('xpath=..');
  /** Returns the sizes of the shadows at the left, right, top and bottom. */
  const measureShadows = () =>
    frame.evaluate((element) => {
      const { backgroundSize } = getComputedStyle(element.parentElement ?? element, '::after');
      return backgroundSize.split(', ').map((size) => size.replace(/ ?100% ?/, ''));
    });
  expect(await frame.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await expect.poll(measureShadows).toEqual(['0px', '12px', '0px', '0px']);

  await page.goto(chartPath('pivot.count.by(placed_at.month).split(status)'));
  await expect.poll(measureShadows).toEqual(['0px', '12px', '0px', '12px']);
  await frame.evaluate((element) => element.scrollTo(20, 20));
  await expect.poll(measureShadows).toEqual(['12px', '12px', '12px', '12px']);
  const corner = await frame.evaluate((element) => {
    element.scrollTo(element.scrollWidth, element.scrollHeight);
    const { left, top } = element.getBoundingClientRect();
    return [element.scrollTop > 0, document.elementFromPoint(left + 15, top + 10)?.textContent];
  });
  expect(corner).toEqual([true, 'Placed']);
  await expect.poll(measureShadows).toEqual(['12px', '0px', '12px', '0px']);
});

test('a chart is made with a few choices, filtered and saved as a view', async ({ page }) => {
  await signIn(page, 'owner');
  // The period suits the range of the dates.
  await page.goto('/tables/public/orders?view=chart&id=eq.1');
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveText('Day');
  await page.goto('/tables/public/orders');
  await page.getByRole('link', { name: 'Chart', exact: true }).click();
  await page.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Number of Orders' }).click();
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Year' }).click();
  await page.getByRole('combobox', { name: 'Split by' }).click();
  await page.getByRole('option', { name: 'Status' }).click();
  await expect(page).toHaveURL(/view=chart&chart=bar\.count\.by\(due_on\.year\)\.split\(status\)/);
  await expect(page.getByRole('heading', { name: 'Number of Orders by Due, split by Status' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${new URL(page.url()).pathname}${new URL(page.url()).search}&status=eq.packed`);
  const packed = await fetchNumber(page, 'orders?select=count()&status=eq.packed');
  const rows = (await readChartTable(page)).slice(1).map((line) => Number(line.split('|')[1]));
  expect(rows.reduce((sum, value) => sum + value, 0)).toBe(packed);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('a chart fits the screen, and a tap opens the rows', async ({ page }) => {
    await signIn(page, 'staff');
    await page.goto(chartPath('bar.count.by(status)'));
    const bar = page.getByRole('link', { name: /^Packed: \d+$/ });
    await expect(bar).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
    await bar.tap();
    await expect(page).toHaveURL(/status=eq\.packed/);
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  });
});
