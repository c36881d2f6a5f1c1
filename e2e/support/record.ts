import { expect, type Page } from '@playwright/test';

export const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });

export const relatedSection = (page: Page, name: string | RegExp) =>
  record(page).getByRole('region', { name });

export async function insertRow(
  page: Page,
  table: string,
  row: object,
): Promise<Record<string, number | string>> {
  const response = await page.request.post(`/api/rows/${table}`, {
    data: row,
    headers: { Prefer: 'return=representation' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json())[0];
}

export async function fetchValue(page: Page, table: string, id: unknown, column: string): Promise<unknown> {
  const response = await page.request.get(`/api/rows/${table}?id=eq.${id}&select=${column}`);
  return (await response.json())[0]?.[column];
}

export const insertCustomer = (page: Page, name: string) =>
  insertRow(page, 'customers', { name, city: 'Odense', country: 'DK' });
