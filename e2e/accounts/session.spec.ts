import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { accountMenu, enterEmail, mailboxOf, makeEmail, signUp } from '../support/auth-support';
import { demoUsers, expectAccessible, signIn, watchErrors } from '../support/support';
import { computeTOTP } from '../support/totp';
import { test } from '../support/workspace';

const grid = (page: Page) => page.getByRole('grid');

const readUser = async (page: Page) => (await (await page.request.get('/api/workspace')).json()).user;

/** Adds an authenticator app in the form that is open. Returns its secret. */
async function enrolFactor(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code').fill(computeTOTP(secret));
  return secret;
}

test('a session that ended continues with a code from the mail, above the page', async ({
  page,
  workspace,
}) => {
  await enterEmail(page, 'staff@harbour.test', '/account');
  await page.getByRole('button', { name: 'Email me a code instead' }).click();
  await page.getByLabel('Code').fill((await mailboxOf(workspace).takeMail('staff@harbour.test')).code);
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByLabel('Name').fill('An unsaved name');
  await page.request.post('/api/auth/sign-out');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  // A request of the page can open the dialog before the click.
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await profile.getByRole('button', { name: 'Save' }).click({ timeout: 1000 });
    await expect(dialog).toBeVisible();
  }).toPass();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('staff@harbour.test');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  await dialog.getByLabel('Code').fill((await mailboxOf(workspace).takeMail('staff@harbour.test')).code);
  await expect(dialog).toBeHidden();
  await expect(profile.getByLabel('Name')).toHaveValue('An unsaved name');
});

test.describe('with TABLESIDE_LOCK_MINUTES', () => {
  test.use({ settings: { TABLESIDE_LOCK_MINUTES: '5' } });

  test('a page that nobody uses hides its contents and ends its session', async ({ page }) => {
    await signIn(page, 'staff');
    await page.clock.install({ time: Date.now() });
    await page.goto('/tables/public/orders');
    await expect(grid(page)).toBeVisible();
    await page.clock.fastForward('04:00');
    await page.keyboard.press('Shift');
    await page.clock.fastForward('04:00');
    await expect(grid(page)).toBeVisible();

    await page.clock.fastForward('02:00');
    const dialog = page.getByRole('dialog', { name: 'Locked' });
    await expect(dialog).toBeVisible();
    await expect(grid(page)).toBeHidden();
    await expect(page).toHaveTitle('Locked');
    await expect.poll(() => readUser(page)).toBe(null);
    await expectAccessible(page);
    await dialog.getByLabel('Password', { exact: true }).fill('tableside');
    await page.keyboard.press('Enter');
    await expect(page.locator(':root')).not.toHaveAttribute('data-locked');
    expect((await readUser(page)).name).toBe(demoUsers.staff);
  });
});

test.describe('with TABLESIDE_REQUIRE_MFA', () => {
  test.use({ settings: { TABLESIDE_REQUIRE_MFA: 'true' } });

  test('a user adds a second factor before any page opens, and can’t skip it later', async ({ page }) => {
    const email = makeEmail('required');
    await signUp(page, email);
    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeVisible();
    await expectAccessible(page);
    const secret = await enrolFactor(page);
    await expect(accountMenu(page)).toBeVisible();

    await page.request.post('/api/auth/sign-out');
    await enterEmail(page, email, '/account');
    await page.getByLabel('Password', { exact: true }).fill('tableside');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Not now' })).toBeHidden();
    await page.getByLabel('Code').fill(computeTOTP(secret, 1));
    await expect(accountMenu(page)).toBeVisible();
  });
});

const protectedTable = `
create table public.payroll (id int primary key, amount int not null);
insert into public.payroll values (1, 4200);
alter table public.payroll enable row level security;
create policy staff on public.payroll for select to authenticated using (true);
create policy second_factor on public.payroll as restrictive for select to authenticated
  using ((select auth.jwt()->>'aal') = 'aal2');
grant select on public.payroll to authenticated;
`;

test('a table whose policy requires a second factor is listed, and opens after a code', async ({
  page,
  workspace,
}) => {
  const file = join(workspace.dataFolder, 'payroll.sql');
  writeFileSync(file, protectedTable);
  workspace.runSQL(file);
  await workspace.restart({});
  await signUp(page, makeEmail('payroll'));
  await page.goto('/tables/public/payroll');
  const main = page.getByRole('main');
  await expect(main.getByText('Second factor required')).toBeVisible();
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /Payroll/ });
  await expect(link).toContainText('Second factor required');
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Enter code' }).click();
  await expect(page.getByRole('dialog', { name: 'Add an authenticator app' })).toBeVisible();
  await enrolFactor(page);
  await expect(grid(page).getByText('4,200').or(grid(page).getByText('4200'))).toBeVisible();
});

const captchaScripts = {
  turnstile: 'https://challenges.cloudflare.com/**',
  hcaptcha: 'https://js.hcaptcha.com/**',
};

for (const provider of ['turnstile', 'hcaptcha'] as const) {
  test.describe(`with the CAPTCHA ${provider}`, () => {
    test.use({ settings: { TABLESIDE_CAPTCHA_PROVIDER: provider, TABLESIDE_CAPTCHA_SITE_KEY: 'site-key' } });

    test('the widget is loaded, and its token is sent', async ({ page }) => {
      const errors = watchErrors(page);
      await page.route(captchaScripts[provider], (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `window.${provider} = {
            render: (element, options) => {
              element.textContent = options.sitekey;
              setTimeout(() => options.callback('proof'), 50);
              return 'id';
            },
            remove: () => {},
          };`,
        }),
      );
      await enterEmail(page, 'staff@harbour.test');
      await expect(page.getByRole('region', { name: 'Security check' })).toContainText('site-key');
      const sent = page.waitForRequest('**/api/auth/sign-in');
      const password = page.getByLabel('Password', { exact: true });
      await password.fill('tableside');
      await password.press('Enter');
      expect((await sent).postDataJSON()).toMatchObject({ captchaToken: 'proof' });
      await expect(accountMenu(page)).toBeVisible();
      expect(errors).toEqual([]);
    });
  });
}
