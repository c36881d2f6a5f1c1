import { type CDPSession, expect, type Page } from '@playwright/test';
import { hosted } from '../support/auth-support';
import { demoUsers, expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// In the shape `local`, passkeys are enabled. Elsewhere the owner of the project enables them for the site URL.
test.use({ config: '[auth.passkey]\nenabled = true\n' });

/** Chromium's virtual authenticator: https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn */
class Authenticator {
  private constructor(
    private readonly cdp: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** Adds an authenticator of this device, which confirms each request as the user would. */
  static async add(page: Page): Promise<Authenticator> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(cdp, authenticatorId);
  }

  /** Whether the authenticator confirms requests. Otherwise they stay open, like those of an absent user. */
  async confirmRequests(enabled: boolean) {
    const { authenticatorId } = this;
    await this.cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }

  /** Deletes the passkeys on the device, but not in the account. */
  async clear() {
    await this.cdp.send('WebAuthn.clearCredentials', { authenticatorId: this.authenticatorId });
  }

  async listPasskeys() {
    const { authenticatorId } = this;
    return (await this.cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  }
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

/** The account page's section, in which a passkey is a line with its name and buttons. */
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** Adds a passkey on the account page and gives it a name. */
async function addPasskey(page: Page, name: string) {
  await page.goto('/account');
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Name your new passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(section(page).getByText(name, { exact: true })).toBeVisible();
}

/** Ends the session with a request, and opens the sign-in page. */
async function signOut(page: Page) {
  const response = await page.request.post('/api/auth/sign-out', { data: {} });
  expect(response.status()).toBe(204);
  await page.goto('/');
  await expect(passkeyButton(page)).toBeVisible();
}

/** Marks the page when it has requested a passkey from the browser. */
function markPasskeyRequests(page: Page) {
  return page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      document.documentElement.dataset.passkeyRequest = '';
      return get(options);
    };
  });
}

/** Waits until the suggestion of passkeys waits for the authenticator, which then confirms only later requests. */
async function waitForSuggestion(page: Page) {
  await expect(page.locator('html[data-passkey-request]')).toBeAttached();
}

async function expectSignedIn(page: Page) {
  await expect(passkeyButton(page)).toBeHidden();
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: demoUsers.staff })).toBeVisible();
}

test('a passkey is added, signs in, is renamed and deleted', hosted, async ({ page }) => {
  const errors = watchErrors(page);
  const authenticator = await Authenticator.add(page);
  await markPasskeyRequests(page);
  await signIn(page, 'staff');
  await addPasskey(page, 'Work laptop');
  await expect(section(page)).toContainText('not used yet');
  const [passkey] = await authenticator.listPasskeys();
  expect(passkey).toMatchObject({ rpId: 'localhost', isResidentCredential: true });
  await expectAccessible(page);

  await authenticator.confirmRequests(false);
  await signOut(page);
  await waitForSuggestion(page);
  await authenticator.confirmRequests(true);
  await passkeyButton(page).click();
  await expectSignedIn(page);

  await expect(section(page)).toContainText('last used');
  await section(page).getByRole('button', { name: 'Rename Work laptop' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  await rename.getByLabel('Name').fill('Old laptop');
  await rename.getByRole('button', { name: 'Save name' }).click();
  await section(page).getByRole('button', { name: 'Delete Old laptop' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete the passkey “Old laptop”?' });
  await confirmation.getByRole('button', { name: 'Delete passkey' }).click();
  await expect(section(page)).toContainText('No passkeys yet.');

  await authenticator.confirmRequests(false);
  await signOut(page);
  await waitForSuggestion(page);
  await authenticator.confirmRequests(true);
  await passkeyButton(page).click();
  await expect(page.getByRole('alert')).toContainText('The passkey wasn’t accepted.');
  expect(errors).toEqual([]);
});

test('the browser suggests passkeys in the email field', async ({ page }) => {
  const authenticator = await Authenticator.add(page);
  await signIn(page, 'staff');
  await addPasskey(page, 'Phone');
  // The authenticator confirms the suggestion as if the user had chosen it.
  const started = page.waitForRequest('**/api/auth/passkeys/authentication/options');
  const response = await page.request.post('/api/auth/sign-out', { data: {} });
  expect(response.status()).toBe(204);
  await page.goto('/account');
  await started;
  await expect(page.getByRole('heading', { name: demoUsers.staff })).toBeVisible();
  expect(await authenticator.listPasskeys()).toHaveLength(1);
});

test('errors of the browser have readable texts', async ({ page }) => {
  const authenticator = await Authenticator.add(page);
  await signIn(page, 'staff');
  await addPasskey(page, 'Tablet');
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section(page).getByRole('alert')).toContainText(
    'Your account already has a passkey on this device',
  );

  await authenticator.clear();
  await signOut(page);
  await passkeyButton(page).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
});

test('an IP address has no passkeys and links to localhost', async ({ page, workspace }) => {
  const address = workspace.url.replace('localhost', '127.0.0.1');
  await Authenticator.add(page);
  await page.goto(address);
  await passkeyButton(page).click();
  await expect(page.getByRole('alert')).toContainText(`Open ${workspace.url}/ instead.`);
  const data = { email: 'staff@harbour.test', password: 'tableside' };
  expect((await page.request.post(`${address}/api/auth/sign-in`, { data })).status()).toBe(200);
  await page.goto(`${address}/account`);
  await expect(section(page)).toContainText(`Open ${workspace.url}/account instead.`);
  await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toBeHidden();
});
