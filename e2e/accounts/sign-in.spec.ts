import { expect } from '@playwright/test';
import {
  accountMenu,
  collectConsole,
  enterEmail,
  expectUnreadable,
  hosted,
  mailboxOf,
  makeEmail,
  signUp,
} from '../support/auth-support';
import { demoUsers, expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

test('a code from the mail signs in and opens the requested page', hosted, async ({ page, workspace }) => {
  const errors = watchErrors(page);
  await enterEmail(page, 'staff@harbour.test', '/tables/public/orders?status=eq.draft');
  await page.getByRole('button', { name: 'Email me a code instead' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectAccessible(page);
  const { code } = await mailboxOf(workspace).takeMail('staff@harbour.test');

  await page.getByLabel('Code').fill('000000');
  await expect(page.getByRole('alert')).toContainText('This code or link is wrong or has expired.');
  await page.getByLabel('Code').fill(code);
  await expect(accountMenu(page, new RegExp(demoUsers.staff))).toBeVisible();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe('/tables/public/orders?status=eq.draft');
  expect(errors).toEqual([]);
});

test(
  'the link of the mail signs in and opens the requested page; it works once',
  hosted,
  async ({ page, workspace }) => {
    const lines = collectConsole(page);
    await enterEmail(page, 'viewer@harbour.test', '/account');
    await page.getByRole('button', { name: 'Email me a code instead' }).click();
    const { link } = await mailboxOf(workspace).takeMail('viewer@harbour.test');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: demoUsers.viewer })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/account');
    await expectUnreadable(page, [new URL(link).searchParams.get('token') ?? ''], lines);

    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('This link doesn’t work anymore');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue to the workspace' }).click();
    await expect(accountMenu(page)).toBeVisible();
  },
);

test('Back and Forward lead through the steps of the sign-in', async ({ page }) => {
  await page.goto('/account');
  await page.getByRole('textbox', { name: 'Email' }).fill('staff');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a complete email address');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Email' }).fill('staff@harbour.test');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('staff@harbour.test');
  await page.goForward();
  await expect(password).toBeFocused();
  await password.fill('tableside');
  await password.press('Enter');
  await expect(accountMenu(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/account');
});

test('a link that was requested in another browser reports this, and its code still works', async ({
  page,
  workspace,
  browser,
}) => {
  const email = makeEmail('foreign');
  await signUp(page, email);
  await page.request.post('/api/auth/sign-out');
  await enterEmail(page, email);
  await page.getByRole('button', { name: 'Email me a code instead' }).click();
  const { link, code } = await mailboxOf(workspace).takeMail(email);
  const other = await browser.newContext({ baseURL: workspace.url });
  const foreign = await other.newPage();
  await foreign.goto(link);
  await expect(foreign.getByRole('alert')).toContainText('Open the link in the same browser');
  await expectAccessible(foreign);
  await other.close();
  // The other browser has used the link up: the code belongs to the same mail.
  await page.getByLabel('Code').fill(code);
  await expect(page.getByRole('alert')).toContainText('wrong or has expired');
});

test('the tab that waits for the message opens when the link signs in another tab; the link shows that it was used', async ({
  page,
  context,
  workspace,
}) => {
  const email = makeEmail('waiting');
  await signUp(page, email);
  await page.request.post('/api/auth/sign-out');
  await enterEmail(page, email, '/account');
  await page.getByRole('button', { name: 'Email me a code instead' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const { link } = await mailboxOf(workspace).takeMail(email);
  const linkTab = await context.newPage();
  const callback = linkTab.waitForRequest('**/auth/callback?*');
  await linkTab.goto(link);
  await expect(accountMenu(linkTab)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();

  await linkTab.goto((await callback).url());
  await expect(linkTab.getByRole('alert')).toContainText('This link was already used');
  await linkTab.getByRole('button', { name: 'Continue to the workspace' }).click();
  await expect(accountMenu(linkTab)).toBeVisible();
});

test('a forgotten password is replaced with the link of a mail', hosted, async ({ page, workspace }) => {
  const email = makeEmail('forgetful');
  await signUp(page, email, 'the old password');
  await page.request.post('/api/auth/sign-out');
  await enterEmail(page, email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send email' }).click();
  const { link } = await mailboxOf(workspace).takeMail(email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set a password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill('the new password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password was saved.')).toBeVisible();

  await page.request.post('/api/auth/sign-out');
  await enterEmail(page, email);
  await page.getByLabel('Password', { exact: true }).fill('the old password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The email or the password is wrong.');
  await page.getByLabel('Password', { exact: true }).fill('the new password');
  await page.keyboard.press('Enter');
  await expect(accountMenu(page)).toBeVisible();
});

test('the form does not reveal whether an account exists', async ({ page, workspace }) => {
  const email = makeEmail('unknown');
  await enterEmail(page, email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send email' }).click();
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible();
  expect(await mailboxOf(workspace).list(email)).toEqual([]);
});

test('a sign-out in one tab signs out the other tabs', hosted, async ({ page, context }) => {
  await signIn(page, 'staff');
  await page.goto('/account');
  const other = await context.newPage();
  await other.goto('/tables/public/orders');
  await expect(other.getByRole('grid')).toBeVisible();
  await page
    .getByRole('region', { name: 'Sessions' })
    .getByRole('button', { name: 'Sign out', exact: true })
    .click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Email' })).toBeVisible();
  expect(new URL(other.url()).pathname).toBe('/');
});

test('two accounts: both stay signed in, with a switch and drafts of their own', hosted, async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/account');
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Add account' }).click();
  await expect(page.getByRole('heading', { name: 'Add an account' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Email' }).fill('staff@harbour.test');
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill('tableside');
  await page.keyboard.press('Enter');
  await expect(accountMenu(page, new RegExp(demoUsers.staff))).toBeVisible();

  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: `Switch to ${demoUsers.owner}` }).click();
  await expect(accountMenu(page, new RegExp(demoUsers.owner))).toBeVisible();

  await page.goto('/account');
  const accounts = page.getByRole('region', { name: 'Accounts' });
  await accounts.getByRole('button', { name: `Sign out of ${demoUsers.staff}` }).click();
  await expect(accounts.getByText(demoUsers.staff)).toBeHidden();
  await expect(accountMenu(page, new RegExp(demoUsers.owner))).toBeVisible();
});
