import { expect, type Locator, type Page, test } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

/** The demo's users by role, from localbase/demo/accounts.go. */
export const demoUsers = {
  owner: 'Ada Lindqvist',
  staff: 'Signe Østergaard',
  viewer: 'Jonas Keller',
} as const;

export type Role = keyof typeof demoUsers;

/** Signs in with the request of the sign-in form, without opening the page. */
export async function signIn(page: Page, role: Role) {
  const response = await page.request.post('/api/auth/sign-in', {
    data: { email: `${role}@harbour.test`, password: 'tableside' },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Signs in on the page: by a click on an account if the page offers accounts, otherwise by typing. */
export async function signInByPage(page: Page, role: Role) {
  const account = page.getByRole('button', { name: new RegExp(demoUsers[role]) });
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toBeVisible();
  if (await account.isVisible()) return account.click();
  await signInWithPassword(page, `${role}@harbour.test`, 'tableside');
}

/** Types the email address and the password into the sign-in page. */
export async function signInWithPassword(page: Page, email: string, password: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The axe rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Disconnects the page when all of its code is loaded. After its first content, a page loads the code of all dialogs
 * and editors, so that they open offline.
 */
export async function goOffline(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName('tableside-code-loaded').length > 0);
  await page.context().setOffline(true);
}

/**
 * Runs axe on the page: all rules in the light theme, and those that depend on colors in the dark theme. The project
 * `hosted` repeats tests whose pages are the same; it does not run axe again.
 */
export async function expectAccessible(page: Page) {
  if (test.info().project.name === 'hosted') return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await findViolations(page, colorScheme === 'dark' ? { runOnly: colorRules } : {});
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.failureSummary}`),
    }));
    expect(found, `${page.url()} in the ${colorScheme} theme`).toEqual([]);
  }
}

/**
 * Runs axe in the page. It requests only the violations: a page with a grid has megabytes of other results, and
 * AxeBuilder, which transfers all of them, needs four times the CPU time.
 */
async function findViolations(page: Page, options: RunOptions): Promise<Result[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  }
  return page.evaluate(
    async (runOptions) => {
      const results = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, runOptions);
      return results.violations;
    },
    { ...options, resultTypes: ['violations' as const] },
  );
}

/** Collects the page's console errors and exceptions. A test expects none at its end. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs each failed request, and the tests cause some failures on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(`console: ${message.text()}`);
    }
  });
  return errors;
}

/** Returns the center of an element, which must have stopped moving. */
export async function getCenter(locator: Locator) {
  const element = await locator.elementHandle();
  await element?.waitForElementState('stable');
  const box = await locator.boundingBox();
  if (!box) throw new Error('not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags with the mouse: press, move in a few steps, release. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** Returns the badge of a table in which the user's role can change nothing. */
export const viewOnlyBadge = (page: Page) => page.getByRole('button', { name: 'View only' });
