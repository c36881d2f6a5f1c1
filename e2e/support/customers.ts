import { type Browser, expect, type Locator, type Page, type Route } from '@playwright/test';
import { type Role, signIn } from './support';

// Helpers for tests that change customers. Each test adds its own customers, so that the tests can run in any order.

export const grid = (page: Page) => page.getByRole('grid', { name: 'Customers' });
export const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });
export const changesDialog = (page: Page) => page.getByRole('dialog', { name: 'Recent changes' });
export const queuedMark = (scope: Locator) => scope.getByRole('img', { name: /Waiting to be sent/ });

/** Adds a customer in Aarhus through the API and returns its key. */
export async function addCustomer(page: Page, name: string): Promise<number> {
  const response = await page.request.post('/api/rows/customers', {
    data: { name, city: 'Aarhus', country: 'DK' },
    headers: { Prefer: 'return=representation' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json())[0].id;
}

/** Returns a customer as the database stores it. */
export async function fetchCustomer(page: Page, id: number): Promise<Record<string, unknown> | undefined> {
  const response = await page.request.get(`/api/rows/customers?id=eq.${id}`);
  return (await response.json())[0];
}

export const fetchCity = async (page: Page, id: number) => (await fetchCustomer(page, id))?.city;

/** Opens the grid of a customer and returns the cell of its city. */
export async function openCityCell(page: Page, id: number): Promise<Locator> {
  await page.goto(`/tables/public/customers?id=eq.${id}&select=name,city`);
  const cell = grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2);
  await expect(cell).toContainText(/\w/);
  return cell;
}

/** Edits a cell of the column City. */
export async function editCity(page: Page, cell: Locator, text: string) {
  await cell.click();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'City' }).fill(text);
  await page.keyboard.press('Enter');
}

/** Opens the list of recent changes. */
export async function openChanges(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  await expect(changesDialog(page)).toBeVisible();
  return changesDialog(page);
}

/** Returns the changes that the browser stores, oldest first. */
export function readStoredChanges(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('tableside');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('history').objectStore('history').index('at').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result.map(({ title, rows }) => (rows[0].undone ? `${title}, undone` : title)));
          };
        };
      }),
  );
}

/** Signs in with another browser, as another user or as the same user. */
export async function openSecondBrowser(
  browser: Browser,
  baseURL: string | undefined,
  role: Role,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, role);
  return page;
}

/** Aborts all requests that change rows, until the returned function is called. */
export async function abortWrites(page: Page): Promise<() => Promise<void>> {
  const abort = (route: Route) => (route.request().method() === 'GET' ? route.fallback() : route.abort());
  await page.context().route('**/api/rows/**', abort);
  return () => page.context().unroute('**/api/rows/**', abort);
}
