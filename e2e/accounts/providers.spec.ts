import { expect, type Page } from '@playwright/test';
import { accountMenu, makeEmail, signUp } from '../support/auth-support';
import { type OpenIDProvider, startOpenIDProvider } from '../support/services/openid-provider';
import { expectAccessible } from '../support/support';
import { test as base } from '../support/workspace';

/** Signs in through a small OpenID provider, which a hosted-like backend has as keycloak. */
const test = base.extend<Record<never, never>, { provider: OpenIDProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const provider = await startOpenIDProvider();
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  shape: 'hosted',
  config: async ({ provider }, use) =>
    use(
      `enable_manual_linking = true
[auth.external.keycloak]
enabled = true
client_id = "${provider.clientId}"
secret = "${provider.clientSecret}"
url = "${provider.url}"
`,
    ),
});

test.beforeEach(({ provider }) => {
  provider.error = undefined;
  provider.rejectsClient = false;
});

const chooseProvider = (page: Page) => page.getByRole('button', { name: 'Continue with Keycloak' }).click();

const makeUser = (name: string, email = makeEmail(name)) => ({ sub: email, email, name });

test('a provider signs in and returns to the requested page', async ({ page, provider }) => {
  provider.user = makeUser('Grace Hopper', makeEmail('grace'));
  await page.goto('/account');
  await expectAccessible(page);
  await chooseProvider(page);
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/account');
  expect(page.url()).not.toContain('code=');
});

test('each failure has a page with the reason and the next step', async ({ page, provider }) => {
  await page.goto('/');
  provider.error = 'access_denied';
  await chooseProvider(page);
  await expect(page.getByRole('alert')).toContainText('Sign-in was canceled');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to sign-in' }).click();

  provider.error = undefined;
  provider.rejectsClient = true;
  await chooseProvider(page);
  await expect(page.getByRole('alert')).toContainText('The provider couldn’t sign you in');

  await page.goto('/auth/callback?code=stolen&state=oFOREIGN');
  await expect(page.getByRole('alert')).toContainText('Sign-in took too long or was interrupted');
  await page.goto('/api/auth/oauth/figma');
  await expect(page.getByRole('alert')).toContainText('This provider isn’t set up correctly');
});

test.describe('in a workspace without sign-ups', () => {
  test.use({ config: ({ config }, use) => use(`enable_signup = false\n${config}`) });

  test('a new user of a provider sees that an invitation is needed', async ({ page, provider }) => {
    provider.user = makeUser('Not Invited');
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Create account' })).toBeHidden();
    await chooseProvider(page);
    await expect(page.getByRole('alert')).toContainText('You don’t have an account here');
    await expect(page.getByRole('alert')).toContainText('Ask the owner of this workspace to invite you');
    expect(new URL(page.url()).searchParams.get('code')).toBe('signup_disabled');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  });
});

test('the account page connects and disconnects a provider', async ({ page, provider }) => {
  await signUp(page, makeEmail('linker'));
  provider.user = makeUser('Second Name');
  await page.goto('/account');
  const methods = page.getByRole('region', { name: 'Sign-in methods' });
  await methods.getByRole('button', { name: 'Connect Keycloak' }).click();
  await expect(methods.getByText(provider.user.email)).toBeVisible();
  await methods.getByRole('button', { name: 'Disconnect Keycloak' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(methods.getByText(provider.user.email)).toBeHidden();
  await expect(methods.getByRole('button', { name: 'Connect Keycloak' })).toBeVisible();
});

test('a provider’s account that another user has can’t be connected', async ({ page, provider, browser }) => {
  provider.user = makeUser('First Owner');
  await page.goto('/');
  await chooseProvider(page);
  await expect(accountMenu(page)).toBeVisible();
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await signUp(other, makeEmail('rival'));
  await other.goto('/account');
  await other.getByRole('button', { name: 'Connect Keycloak' }).click();
  await expect(other.getByRole('alert')).toContainText('This account is already in use');
  await other.getByRole('button', { name: 'Back to your account' }).click();
  await expect(other.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await context.close();
});

test('after the session has ended, the provider signs in again in a window, and the page keeps its state', async ({
  page,
  provider,
}) => {
  provider.user = makeUser('Grace Hopper', makeEmail('again'));
  await page.goto('/account');
  await chooseProvider(page);
  const name = page.getByRole('region', { name: 'Profile' }).getByLabel('Name');
  await name.fill('An unsaved name');
  await page.request.post('/api/auth/sign-out');
  // The page can notice the end of the session before, and then the dialog covers the button.
  await page
    .getByRole('region', { name: 'Profile', includeHidden: true })
    .getByRole('button', { name: 'Save', includeHidden: true })
    .dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  const popup = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Continue with Keycloak' }).click();
  await popup;
  await expect(dialog).toBeHidden();
  await expect(name).toHaveValue('An unsaved name');
});
