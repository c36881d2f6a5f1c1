import { expect, type Page } from '@playwright/test';
import { readChartTable } from '../support/charts';
import { expectAccessible, signIn } from '../support/support';
import { test } from '../support/workspace';

const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });

/** How values look without the invisible marks of the writing direction and with plain spaces. */
const normalize = (text: string | null) =>
  (text ?? '').replace(/[\u200e\u200f\u061c]/g, '').replace(/[\u00a0\u202f]/g, ' ');

for (const { locale, typed, shown, pasted, bar, tick } of [
  {
    locale: 'de-DE',
    typed: { price: '15,90', day: '24.12.2026' },
    shown: { field: '15,90', price: '15,90 €', day: '24.12.2026' },
    pasted: '1.050,25',
    bar: /^\p{L}{3,4}\.? \d{4}: [\d.]+,\d\d €$/u,
    tick: /^[\d.,]+ €$/,
  },
  {
    locale: 'ar-EG',
    typed: { price: '١٥٫٩٠', day: '٢٤/١٢/٢٠٢٦' },
    shown: { field: '١٥٫٩٠', price: '١٥٫٩٠ €', day: '٢٤/١٢/٢٠٢٦' },
    pasted: '١٬٠٥٠٫٢٥',
    bar: /^\p{L}+ [٠-٩]{4}: [٠-٩٬]+٫[٠-٩]{2} €$/u,
    tick: /^[٠-٩٫]+ (ألف )?€$/,
  },
]) {
  test(`amounts and dates are shown, typed and pasted in the formats of ${locale}`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem('tableside.locale', chosen), locale);
    await signIn(page, 'owner');
    const read = async () => {
      const response = await page.request.get('/api/rows/products?id=eq.1&select=price,launched_on');
      return (await response.json())[0];
    };
    await page.goto('/tables/public/products?id=eq.1&select=name,price,launched_on&record=id.eq.1');
    const price = record(page).getByLabel('Price');
    await price.fill(typed.price);
    await record(page).getByLabel('Launched').fill(typed.day);
    await record(page).getByRole('button', { name: /^Save/ }).click();
    await expect.poll(read).toEqual({ price: 15.9, launched_on: '2026-12-24' });
    await expect(price).toHaveValue(shown.field);
    // The input shows the date as the cell does, and has nothing to save.
    const launched = record(page).getByLabel('Launched');
    await expect.poll(async () => normalize(await launched.inputValue())).toBe(shown.day);
    await launched.fill(await launched.inputValue());
    await expect(record(page).getByRole('button', { name: /^Save/ })).toHaveCount(0);
    const cells = page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell');
    const texts = async () => (await cells.allTextContents()).map(normalize);
    await expect.poll(texts).toEqual(expect.arrayContaining([shown.price, shown.day]));

    const index = (await texts()).indexOf(shown.price);
    await cells.nth(index).click();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, pasted);
    await expect.poll(async () => (await read()).price).toBe(1050.25);

    await page.goto('/tables/public/monthly_sales?view=chart&chart=bar.sum(revenue).by(month.month)');
    const chart = page.getByRole('region', { name: /^Chart of/ });
    const mark = chart.locator('[data-mark]').last();
    const name = normalize(await mark.getAttribute('aria-label'));
    expect(name).toMatch(bar);
    await mark.hover();
    // The text at the bar, and the row of the table for screen readers.
    await expect.poll(async () => normalize(await chart.textContent())).toContain(name);
    const [period = '', value = ''] = name.split(': ');
    const lines = (await readChartTable(page)).map(normalize);
    expect(lines).toContain(`${period}|${value}`);
    const labels = (await chart.locator('svg text').allTextContents()).map(normalize);
    expect(labels.some((text) => tick.test(text))).toBe(true);
    expect(labels).toContain(period);
  });
}

test('a late order is highlighted until it is delivered, in the grid and in its record', async ({ page }) => {
  await signIn(page, 'owner');
  const response = await page.request.get(
    '/api/rows/orders?status=eq.confirmed&select=id&order=id.asc&limit=1',
  );
  const [{ id }] = await response.json();
  expect(
    (await page.request.patch(`/api/rows/orders?id=eq.${id}`, { data: { due_on: '2020-02-29' } })).ok(),
  ).toBe(true);
  await page.goto(`/tables/public/orders?id=in.(${id},1)&record=id.eq.${id}`);
  const late = page.getByRole('gridcell', { name: 'Overdue 29 Feb 2020' });
  await expect(late).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Confirmed', exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Overdue' })).toHaveCount(2);
  await expectAccessible(page);
});
