import { expect, type Locator, type Page } from '@playwright/test';

export const formatLongDate = (date: string) =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  } as const).format(new Date(date));

export const dayCell = (page: Page, date: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${formatLongDate(date)},`) });

export const eventButton = (scope: Page | Locator, name: string) =>
  scope.getByRole('button', { name: new RegExp(`^(\\d\\d:\\d\\d ?)?${name}`) }).first();

export const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });

export const moveStatus = (page: Page) =>
  page.getByRole('status').filter({ hasText: /picked up|Move canceled|is now|moved back/ });

export async function fetchRows(page: Page, query: string): Promise<Record<string, string>[]> {
  const response = await page.request.get(`/api/rows/${query}`);
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

export async function signUp(page: Page, email: string) {
  const account = { email, password: 'correct horse battery' };
  const response = await page.request.post('/api/auth/sign-up', { data: account });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Returns functions that send touch events to the page. */
export async function createTouch(page: Page) {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  const move = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    for (let step = 1; step <= 6; step++) {
      const share = step / 6;
      await touch('touchMove', {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
      });
    }
  };
  return { touch, move };
}
