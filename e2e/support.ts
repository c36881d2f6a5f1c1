import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** The demo's people, by role; localbase/demo/accounts.go has them. */
export const demoUsers = {
  owner: 'Ada Lindqvist',
  staff: 'Signe Østergaard',
  viewer: 'Jonas Keller',
} as const;

export type Role = keyof typeof demoUsers;

/** Signs in by the form's own request; the walk clicks through the page instead. */
export async function signIn(page: Page, role: Role) {
  const answer = await page.request.post('/api/auth/sign-in', {
    data: { email: `${role}@harbour.test`, password: 'tableside' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs in on the page itself: where there are accounts to click, by a click; in front of a hosted project by typing. */
export async function signInByPage(page: Page, role: Role) {
  const account = page.getByRole('button', { name: new RegExp(demoUsers[role]) });
  const email = page.getByLabel('E-mail');
  await expect(email).toBeVisible();
  if (await account.isVisible()) return account.click();
  await email.fill(`${role}@harbour.test`);
  await page.getByLabel('Password', { exact: true }).fill('tableside');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The rules whose result depends on colours. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Runs axe on the page: all rules in the light theme, and in the dark one those that depend on colours. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Legacy mode needs no second page. It differs for frames of other origins only, of which there are none.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (colorScheme === 'dark') axe.withRules(colorRules);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.failureSummary}`),
    }));
    expect(found, `${page.url()} in the ${colorScheme} theme`).toEqual([]);
  }
}

/** Collects what the page itself complains of; a walk ends with it empty. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs each refused request by itself; the walks refuse some on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(`console: ${message.text()}`);
    }
  });
  return errors;
}

/** The middle of what is in sight. */
export async function getCenter(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags as a hand does: press, a few steps, let go. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** The badge of a table in which the user's role can change nothing. */
export const viewOnlyBadge = (page: Page) => page.getByRole('button', { name: 'View only' });
