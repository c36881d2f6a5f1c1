import { expect, type Page } from '@playwright/test';

export const ordersPath = '/tables/public/orders';

export const grid = (page: Page) => page.getByRole('grid', { name: 'Orders' });

export const readQuery = (page: Page) =>
  decodeURIComponent(new URL(page.url()).search.slice(1)).replaceAll('+', ' ');

export async function fetchCount(page: Page, filters: string): Promise<number> {
  const response = await page.request.get(`/api/rows/orders?select=id&limit=0&${filters}`, {
    headers: { Prefer: 'count=exact' },
  });
  expect(response.status(), await response.text()).toBe(200);
  return Number(response.headers()['content-range']?.split('/')[1]);
}
