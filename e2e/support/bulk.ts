import { expect, type Page } from '@playwright/test';

export async function signUpAndReset(page: Page) {
  const account = { email: 'bulk@example.test', password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (!made.ok()) {
    const response = await page.request.post('/api/auth/sign-in', { data: account });
    expect(response.status(), await response.text()).toBe(200);
  }
  const reset = await page.request.post('/api/rpc/start_anew', { data: {} });
  expect(reset.ok(), await reset.text()).toBe(true);
}

export const dialog = (page: Page) => page.getByRole('dialog');
