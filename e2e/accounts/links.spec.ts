import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  accountMenu,
  collectConsole,
  expectUnreadable,
  mailboxOf,
  makeEmail,
  signUp,
} from '../support/auth-support';
import { demoUsers, expectAccessible, signIn } from '../support/support';
import { test, type Workspace } from '../support/workspace';

// The forms of links that the default mail templates and older ones produce, which Tableside does not request itself.
test.use({ shape: 'hosted' });

/** Sends a request as the project's owner to the auth service. */
async function callAdmin(workspace: Workspace, path: string, body: object) {
  const { url, secretKey } = workspace.backend ?? { url: '', secretKey: '' };
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as { action_link: string; hashed_token: string };
}

/** Opens the link of a mail without the app, and returns the address to which the auth service redirects. */
async function followLink(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

/** The flows of mails also work on a phone. */
const phone = { width: 390, height: 844 };

const secretsOf = (address: URL): string[] => {
  const params = new URLSearchParams(address.hash.slice(1));
  return ['access_token', 'refresh_token'].map((name) => params.get(name) ?? '');
};

const readUser = async (page: Page) => (await (await page.request.get('/api/workspace')).json()).user;

test('tokens in the fragment sign in, and no script of the page can read them', async ({
  page,
  workspace,
}) => {
  const lines = collectConsole(page);
  const { action_link: link } = await callAdmin(workspace, '/admin/generate_link', {
    type: 'magiclink',
    email: 'owner@harbour.test',
  });
  const address = await followLink(link);
  const secrets = secretsOf(address);
  await page.goto(address.href);
  await expect(accountMenu(page, new RegExp(demoUsers.owner))).toBeVisible();
  await expectUnreadable(page, secrets, lines);
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain(secrets[0]);
});

test('a token hash in the query signs in, and works once', async ({ page, workspace }) => {
  const lines = collectConsole(page);
  const { hashed_token: hash } = await callAdmin(workspace, '/admin/generate_link', {
    type: 'magiclink',
    email: 'staff@harbour.test',
  });
  await page.goto(`/auth/confirm?token_hash=${hash}&type=magiclink`);
  await expect(accountMenu(page, new RegExp(demoUsers.staff))).toBeVisible();
  await expectUnreadable(page, [hash], lines);
  await page.request.post('/api/auth/sign-out');
  await page.goto(`/auth/confirm?token_hash=${hash}&type=magiclink`);
  await expect(page.getByRole('alert')).toContainText('This link doesn’t work anymore');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
});

test('an invited user sets a password', async ({ page, workspace }) => {
  await page.setViewportSize(phone);
  const email = makeEmail('invited');
  await callAdmin(workspace, '/invite', { email });
  const { link } = await mailboxOf(workspace).takeMail(email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set a password' })).toBeVisible();
  await page.getByLabel('New password').fill('my first password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password was saved.')).toBeVisible();
  await page.request.post('/api/auth/sign-out');
  const data = { email, password: 'my first password' };
  expect((await page.request.post('/api/auth/sign-in', { data })).status()).toBe(200);
});

test('an error in the fragment shows what happened and the next step', async ({ page }) => {
  await page.goto('/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid');
  await expect(page.getByRole('alert')).toContainText('Request a new message');
  expect(new URL(page.url()).hash).toBe('');
  await page.goto('/#access_token=abc');
  await expect(page.getByRole('alert')).toContainText('This link is incomplete');
});

test('the link of another user asks before it switches the account', async ({ page, workspace }) => {
  await signIn(page, 'owner');
  const openLink = async () => {
    const link = { type: 'magiclink', email: 'staff@harbour.test' };
    await page.goto(
      (await followLink((await callAdmin(workspace, '/admin/generate_link', link)).action_link)).href,
    );
    await expect(page.getByRole('heading', { name: 'Switch accounts?' })).toBeVisible();
  };
  await openLink();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep current account' }).click();
  await expect(accountMenu(page, new RegExp(demoUsers.owner))).toBeVisible();
  await openLink();
  await page.getByRole('button', { name: 'Switch to the link’s account' }).click();
  await expect(accountMenu(page, new RegExp(demoUsers.staff))).toBeVisible();
});

test('the link of a deleted account shows an error', async ({ page, workspace }) => {
  const email = makeEmail('deleted');
  await signUp(page, email);
  const { id } = await readUser(page);
  await page.request.post('/api/auth/sign-out');
  const { action_link: link } = await callAdmin(workspace, '/admin/generate_link', {
    type: 'magiclink',
    email,
  });
  const { url, secretKey } = workspace.backend ?? { url: '', secretKey: '' };
  const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
  await fetch(`${url}/auth/v1/admin/users/${id}`, { method: 'DELETE', headers });
  await page.goto((await followLink(link)).href);
  await expect(page.getByRole('alert')).toContainText('This link doesn’t work anymore');
});

test.describe('with the current password for a new one', () => {
  test.use({ config: '[auth.email]\nrequire_current_password = true\n' });

  test('the account page asks for it, and a link of a mail needs none', async ({ page, workspace }) => {
    const email = makeEmail('current');
    await signUp(page, email);
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Password' });
    await section.getByRole('button', { name: 'Change password' }).click();
    await section.getByLabel('New password').fill('a fresh password');
    await section.getByRole('button', { name: 'Save password' }).click();
    const current = section.getByLabel('Current password', { exact: true });
    await expect(current).toBeFocused();
    await expectAccessible(page);
    await current.fill('wrong');
    await current.press('Enter');
    await expect(section.getByText('This isn’t your current password')).toBeVisible();
    await current.fill('tableside');
    await current.press('Enter');
    await expect(page.getByText('Your password was saved.')).toBeVisible();

    await page.request.post('/api/auth/sign-out');
    await page.request.post('/api/auth/recover', { data: { email } });
    const { code } = await mailboxOf(workspace).takeMail(email);
    const recovery = { email, token: code, type: 'recovery' };
    expect((await page.request.post('/api/auth/verify', { data: recovery })).status()).toBe(200);
    const saved = await page.request.patch('/api/auth/user', { data: { password: 'a third password' } });
    expect(saved.status()).toBe(200);
  });
});

test.describe('with confirmation of new accounts', () => {
  test.use({ config: '[auth.email]\nenable_confirmations = true\nsecure_password_change = true\n' });

  test('a new user confirms with the code of the mail, or with its link', async ({ page, workspace }) => {
    const email = makeEmail('new');
    await page.goto('/');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('tableside');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('To confirm your address')).toBeVisible();
    const { code } = await mailboxOf(workspace).takeMail(email);
    await page.getByLabel('Code').fill(code);
    await expect(accountMenu(page)).toBeVisible();
  });

  test('a new password needs a code of a mail if the sign-in is old', async ({ page, workspace }) => {
    const email = makeEmail('reauthenticated');
    await signUp(page, email);
    const mailbox = mailboxOf(workspace);
    const confirmation = { email, token: (await mailbox.takeMail(email)).code, type: 'signup' };
    expect((await page.request.post('/api/auth/verify', { data: confirmation })).status()).toBe(200);
    const file = join(workspace.dataFolder, 'old-session.sql');
    writeFileSync(file, "update auth.sessions set created_at = created_at - interval '2 days';");
    workspace.runSQL(file);

    await page.setViewportSize(phone);
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Password' });
    await section.getByRole('button', { name: 'Change password' }).click();
    await section.getByLabel('New password').fill('a fresh password');
    await section.getByRole('button', { name: 'Save password' }).click();
    const code = section.getByLabel('Code from your email');
    await expect(code).toBeFocused();
    await expectAccessible(page);
    await code.fill('000000');
    await expect(section.getByRole('alert')).toBeVisible();
    await code.fill((await mailbox.takeMail(email)).code);
    await expect(page.getByText('Your password was saved.')).toBeVisible();
  });

  test('a new email is confirmed by links to both addresses', async ({ page, workspace }) => {
    const [from, to] = [makeEmail('from'), makeEmail('to')];
    await signUp(page, from);
    const mailbox = mailboxOf(workspace);
    const confirmation = { email: from, token: (await mailbox.takeMail(from)).code, type: 'signup' };
    expect((await page.request.post('/api/auth/verify', { data: confirmation })).status()).toBe(200);
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Email' });
    await section.getByRole('button', { name: 'Change email' }).click();
    await section.getByLabel('New email').fill(to);
    await section.getByRole('button', { name: 'Send confirmation' }).click();
    await expect(section.getByRole('status')).toContainText(to);
    await page.goto((await mailbox.takeMail(from)).link);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await expectAccessible(page);
    expect((await readUser(page)).email).toBe(from);
    await page.goto((await mailbox.takeMail(to)).link);
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await expect(section.getByText(to)).toBeVisible();
    expect((await readUser(page)).email).toBe(to);
  });
});
