import { expect, type Page } from '@playwright/test';
import { Mailbox } from './services/mailbox';
import type { Workspace } from './workspace';

/** Details of a test that also runs in front of a hosted project: see playwright.config.ts. */
export const hosted = { tag: '@hosted' };

let users = 0;

/** Returns an email address that no other test uses. */
export function makeEmail(name: string): string {
  users += 1;
  return `${name}-${process.pid}-${users}@harbour.test`;
}

/** Creates an account with the request of the sign-up form. The browser is then signed in. */
export async function signUp(page: Page, email: string, password = 'tableside') {
  const response = await page.request.post('/api/auth/sign-up', { data: { email, password } });
  expect(response.status(), await response.text()).toBe(200);
}

const mailboxes = new Map<string, Mailbox>();

/** Returns the mailbox of a workspace. */
export function mailboxOf({ mailboxURL }: Workspace): Mailbox {
  const mailbox = mailboxes.get(mailboxURL) ?? new Mailbox(mailboxURL);
  mailboxes.set(mailboxURL, mailbox);
  return mailbox;
}

/** The button that opens the account menu: it is there only for a signed-in user. */
export const accountMenu = (page: Page, name: string | RegExp = /account menu$/) =>
  page.getByRole('button', { name }).and(page.getByRole('button', { name: /account menu$/ }));

/** Opens the sign-in page at a path and enters an email address, up to the step for the password. */
export async function enterEmail(page: Page, email: string, path = '/') {
  await page.goto(path);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
}

/** Collects what the page writes to the console. */
export function collectConsole(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  return lines;
}

/**
 * Expects that no script of the page can read any of the secrets: not in the address, the history, the storage,
 * readable cookies, the list of loaded resources, global variables, or the console.
 */
export async function expectUnreadable(
  page: Page,
  secrets: readonly string[],
  consoleLines: readonly string[],
) {
  const session = await page.context().newCDPSession(page);
  const navigation = await session.send('Page.getNavigationHistory');
  const entries = navigation.entries.map(({ url }) => url);
  await session.detach();
  const readable = await page.evaluate(async () => {
    const globals: Record<string, string> = {};
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      try {
        const value = (globalThis as unknown as Record<string, unknown>)[name];
        globals[name] = typeof value === 'function' ? String(value) : (JSON.stringify(value) ?? '');
      } catch {
        globals[name] = '';
      }
    }
    const link: unknown = await (globalThis as { tablesideAuthLink?: unknown }).tablesideAuthLink;
    return JSON.stringify({
      globals,
      link: JSON.stringify(link),
      address: location.href,
      referrer: document.referrer,
      state: history.state,
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookies: document.cookie,
      databases: await indexedDB.databases(),
      entries: (globalThis as { navigation?: { entries: () => { url: string }[] } }).navigation
        ?.entries()
        .map(({ url }) => url),
      resources: performance.getEntries().map(({ name }) => name),
      html: document.documentElement.outerHTML,
    });
  });
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(readable).not.toContain(secret);
    expect(JSON.stringify(entries)).not.toContain(secret);
    expect(consoleLines.join('\n')).not.toContain(secret);
  }
}
