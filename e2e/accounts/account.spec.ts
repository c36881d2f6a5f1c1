import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { accountMenu, enterEmail, hosted, makeEmail, signUp } from '../support/auth-support';
import { expectAccessible, watchErrors } from '../support/support';
import { computeTOTP } from '../support/totp';
import { test } from '../support/workspace';

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('the account page changes the name and the password, and shows the access', hosted, async ({ page }) => {
  const errors = watchErrors(page);
  await signUp(page, makeEmail('account'));
  await page.goto('/account');
  await expect(section(page, 'Access')).toBeVisible();
  await expectAccessible(page);

  await section(page, 'Profile').getByLabel('Name').fill('Grace Hopper');
  await section(page, 'Profile').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile was saved.')).toBeVisible();
  await expect(accountMenu(page, /Grace Hopper/)).toBeVisible();

  await section(page, 'Password').getByRole('button', { name: 'Change password' }).click();
  const password = section(page, 'Password').getByLabel('New password');
  await password.fill('abc');
  await expect(section(page, 'Password').getByText(/At least \d+ characters, still missing/)).toBeVisible();
  await password.fill('a longer password');
  await section(page, 'Password').getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password was saved.')).toBeVisible();

  const access = section(page, 'Access').first();
  await access.getByText('Token claims').click();
  await expect(access.getByText('"session_id"')).toBeVisible();
  await access.getByText('Privileges per table').click();
  await expect(access.getByRole('columnheader', { name: 'Edit' })).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test('formats follow the chosen region', async ({ page }) => {
  await signUp(page, makeEmail('formats'));
  await page.goto('/account');
  const appearance = section(page, 'Appearance');
  await expect(appearance.getByText(/1,234,567/)).toBeVisible();
  await appearance.getByLabel('Formats').click();
  await page.getByPlaceholder('Search languages and regions').fill('de-DE');
  await page.keyboard.press('Enter');
  await expect(appearance.getByText(/1\.234\.567/)).toBeVisible();
});

const factorsOf = (page: Page) => section(page, 'Two-factor authentication');

/** Adds an authenticator app on the account page. Returns its secret. The code of the current 30 seconds is then used. */
async function addAuthenticatorApp(page: Page): Promise<string> {
  await factorsOf(page).getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code').fill('000000');
  await expect(dialog.getByRole('alert')).toContainText('This code isn’t right.');
  await dialog.getByLabel('Code').fill(computeTOTP(secret));
  await expect(dialog).toBeHidden();
  await expect(factorsOf(page).getByText('Authenticator app', { exact: true })).toBeVisible();
  return secret;
}

test(
  'the next sign-in asks for the code of an authenticator app, which can be skipped',
  hosted,
  async ({ page }) => {
    const email = makeEmail('factor');
    await signUp(page, email);
    await page.goto('/account');
    const secret = await addAuthenticatorApp(page);

    const signInAgain = async () => {
      await page.request.post('/api/auth/sign-out');
      await enterEmail(page, email, '/account');
      await page.getByLabel('Password', { exact: true }).fill('tableside');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    };
    await signInAgain();
    await expectAccessible(page);
    // A code works once. The code of the next 30 seconds is also valid, because clocks can differ.
    await page.getByLabel('Code').fill(computeTOTP(secret, 1));
    await expect(section(page, 'Access').first()).toContainText('aal2: with second factor');

    await signInAgain();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(section(page, 'Access').first()).toContainText('aal1: without second factor');
    await page.reload();
    await expect(section(page, 'Access').first()).toContainText('aal1: without second factor');
  },
);

test('an authenticator app is removed with a fresh code', async ({ page }) => {
  await signUp(page, makeEmail('removal'));
  await page.goto('/account');
  const secret = await addAuthenticatorApp(page);
  await factorsOf(page).getByRole('button', { name: 'Remove Authenticator app' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Authenticator app?' });
  await removal.getByLabel('Code').fill('000000');
  await expect(removal.getByRole('alert')).toContainText('This code isn’t right.');
  await expectAccessible(page);
  await removal.getByLabel('Code').fill(computeTOTP(secret, 1));
  await expect(removal).toBeHidden();
  await expect(factorsOf(page).getByText('No second factor yet.')).toBeVisible();
});

test(
  'a sign-out on other devices keeps this session, and a sign-out everywhere ends all sessions',
  hosted,
  async ({ page, playwright, baseURL }) => {
    const email = makeEmail('sessions');
    await signUp(page, email);
    const other = await playwright.request.newContext({ baseURL });
    const signInElsewhere = () => other.post('/api/auth/sign-in', { data: { email, password: 'tableside' } });
    const readStatus = async (client: APIRequestContext) => (await client.get('/api/auth/account')).status();
    await signInElsewhere();
    await page.goto('/account');
    const sessions = section(page, 'Sessions');
    await expect(sessions.getByText(/^Signed in .+ with your password$/)).toBeVisible();
    await sessions.getByRole('button', { name: 'Sign out elsewhere' }).click();
    await expect(page.getByText('You are signed out on all other devices.')).toBeVisible();
    expect(await readStatus(other)).toBe(401);
    expect(await readStatus(page.request)).toBe(200);

    await signInElsewhere();
    expect(await readStatus(other)).toBe(200);
    await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    expect(await readStatus(other)).toBe(401);
    expect(await readStatus(page.request)).toBe(401);
    await other.dispose();
  },
);

test.describe('guests', () => {
  test.use({ config: 'enable_anonymous_sign_ins = true\n' });

  test('a guest creates an account and keeps the same user', hosted, async ({ page }) => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    const upgrade = section(page, 'Keep your data: create an account');
    await expect(upgrade).toBeVisible();
    await expectAccessible(page);
    const userId = async () => (await (await page.request.get('/api/workspace')).json()).user.id as string;
    const guest = await userId();
    const email = makeEmail('guest');
    await upgrade.getByRole('textbox', { name: 'Email' }).fill(email);
    await upgrade.getByLabel('Password', { exact: true }).fill('tableside');
    await upgrade.getByRole('button', { name: 'Create account' }).click();
    await expect(upgrade).toBeHidden();
    expect(await userId()).toBe(guest);
    await page.request.post('/api/auth/sign-out');
    await enterEmail(page, email, '/account');
    await page.getByLabel('Password', { exact: true }).fill('tableside');
    await page.keyboard.press('Enter');
    await expect(accountMenu(page)).toBeVisible();
    expect(await userId()).toBe(guest);
  });
});
