import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { type FaultProxy, faults } from '../support/services/fault-proxy';
import { readSchemaSQL } from '../support/services/processes';
import { expectAccessible, signIn, signInWithPassword, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests Tableside in front of a hosted project, of which it knows the URL and the publishable key. These tests set
// their own shape, so that they run in every run.

const grid = (page: Page) => page.getByRole('grid', { name: 'Customers' });
const queuedMark = (scope: Locator) => scope.getByRole('img', { name: /Waiting to be sent/ });
const cityCell = (page: Page) => grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2);

async function fetchCity(page: Page, id: number): Promise<unknown> {
  const response = await page.request.get(`/api/rows/customers?id=eq.${id}&select=city`);
  return (await response.json())[0]?.city;
}

async function openCity(page: Page, id: number) {
  await page.goto(`/tables/public/customers?id=eq.${id}&select=name,city`);
  await expect(cityCell(page)).toContainText(/\w/);
}

async function editCity(page: Page, text: string) {
  await cityCell(page).click();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'City' }).fill(text);
  await page.keyboard.press('Enter');
}

/** Retries until the rows are visible. The app also reloads them when a response shows that the backend is available. */
async function retryUntilLoaded(page: Page) {
  const button = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
    await expect(cityCell(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

async function signInByForm(page: Page) {
  await signInWithPassword(page, 'owner@harbour.test', 'tableside');
}

test.describe('with the schema functions installed', () => {
  test.use({ shape: 'hosted' });

  test('scripts/smoke passes with curl only', async ({ baseURL }) => {
    const out = execFileSync('./scripts/smoke', [baseURL ?? ''], { encoding: 'utf8' });
    expect(out).not.toContain('FAIL');
  });

  test('no account is offered; a user who signs in edits a row and can read saved views', async ({
    page,
  }) => {
    const errors = watchErrors(page);
    await page.goto('/tables/public/customers?id=eq.30&select=name,city');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await expect(page.getByRole('button', { name: /Lindqvist/ })).toHaveCount(0);
    await expectAccessible(page);
    await signInByForm(page);
    await editCity(page, 'Hvide Sande');
    await expect.poll(() => fetchCity(page, 30)).toBe('Hvide Sande');
    const views = await page.request.get('/api/rows/tableside_views?select=id');
    expect(views.status(), await views.text()).toBe(200);
    expect(errors).toEqual([]);
  });

  test('"View as another user" explains its settings, also on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/view-as');
    await signInByForm(page);
    await expect(page.getByRole('heading', { name: 'Not configured' })).toBeVisible();
    for (const part of [
      page.getByText(/To turn it on, the owner sets these/),
      page.getByRole('button', { name: 'Copy' }),
      page.getByText('TABLESIDE_VIEW_AS_ROLES=owner,support'),
    ]) {
      const box = await part.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(390 - 16);
    }
    await expectAccessible(page);
  });
});

test.describe('without the schema functions', () => {
  test.use({ shape: 'bare' });

  test('the setup instructions are shown, and the tables appear after the installation', async ({
    page,
    workspace,
  }) => {
    await page.goto('/tables/public/customers');
    await signInByForm(page);
    await expect(page.getByText('The schema function is not installed')).toBeVisible();
    await expectAccessible(page);
    const file = join(mkdtempSync(join(process.env.E2E_DATA ?? '', 'owner-')), 'schema.sql');
    writeFileSync(file, readSchemaSQL());
    workspace.runSQL(file);
    // PostgREST reloads its schema cache with a delay.
    await retryUntilLoaded(page);
  });
});

test.describe('with a failing backend', () => {
  test.use({ shape: 'faulty' });

  const faultProxyOf = ({ faultProxy }: { faultProxy?: FaultProxy }) => {
    if (!faultProxy) throw new Error('this workspace has no fault proxy');
    return faultProxy;
  };
  test.afterEach(({ workspace }) => faultProxyOf(workspace).clearFaults());

  const messages = {
    page: 'The backend returned an unexpected response.',
    gateway: 'The backend can’t be reached right now.',
    paused: 'The Supabase project is paused.',
    throttled: 'Too many attempts.',
    overrun: 'This took too long and was canceled.',
    cut: 'Couldn’t reach Tableside.',
    expired: 'The backend rejected your session directly after renewing it.',
  } as const;

  for (const [name, message] of Object.entries(messages) as [keyof typeof messages, string][]) {
    test(`rows that fail with “${name}” show the reason and reload without a click afterwards`, async ({
      page,
      workspace,
    }) => {
      await signIn(page, 'owner');
      const faultProxy = faultProxyOf(workspace);
      faultProxy.injectFault(/^GET \/rest\/v1\/customers/, faults[name]);
      await page.goto('/tables/public/customers?id=eq.31&select=name,city');
      await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible();
      // Background retries don't replace the message, so its details stay open.
      const retried = () => page.waitForRequest((request) => request.url().includes('/api/rows/customers'));
      await retried();
      await page.locator('summary', { hasText: 'Details' }).first().click();
      await expect(page.locator('details[open]')).toHaveCount(1);
      await retried();
      await retried();
      await expect(page.locator('details[open]')).toHaveCount(1);
      faultProxy.clearFaults();
      await expect(cityCell(page)).toBeVisible({ timeout: 60_000 });
    });
  }

  test('files that fail to load show a placeholder and are listed when storage is available again', async ({
    page,
    workspace,
  }) => {
    await signIn(page, 'owner');
    const faultProxy = faultProxyOf(workspace);
    faultProxy.injectFault(/^GET \/storage\/v1\/bucket/, faults.gateway);
    await openCity(page, 34);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const placeholder = pages.getByRole('button', { name: 'Couldn’t load files. Try again' });
    await expect(placeholder).toBeVisible();
    await expectAccessible(page);
    faultProxy.clearFaults();
    await expect(placeholder).toBeHidden({ timeout: 60_000 });
    await expect(pages.getByRole('list', { name: 'Files' }).getByRole('link').first()).toBeVisible();
  });

  test('a page opened during an outage of auth appears when auth is available again', async ({
    page,
    workspace,
  }) => {
    await signIn(page, 'owner');
    const faultProxy = faultProxyOf(workspace);
    // Tableside caches the sign-in methods.
    await workspace.restart({});
    faultProxy.injectFault(/^GET \/auth\/v1\/settings/, faults.gateway);
    await page.goto('/tables/public/customers?id=eq.35&select=name,city');
    await expect(page.getByRole('alert')).toContainText('The backend can’t be reached right now.');
    faultProxy.clearFaults();
    await expect(cityCell(page)).toBeVisible({ timeout: 60_000 });
  });

  test('images that fail to load are shown when storage is available again', async ({ page, workspace }) => {
    await signIn(page, 'owner');
    const faultProxy = faultProxyOf(workspace);
    faultProxy.injectFault(/^GET \/storage\/v1\/object/, faults.gateway);
    await page.goto('/tables/public/products?view=gallery&id=eq.1');
    await expect(page.getByLabel('No preview').first()).toBeVisible();
    faultProxy.clearFaults();
    await expect(page.locator('main [data-state="loaded"] img').first()).toBeVisible({ timeout: 60_000 });
  });

  test('an edit is queued during each fault and saved afterwards', async ({ page, workspace }) => {
    await signIn(page, 'owner');
    const faultProxy = faultProxyOf(workspace);
    await openCity(page, 32);
    for (const name of ['page', 'gateway', 'throttled', 'cut'] as const) {
      await test.step(name, async () => {
        faultProxy.injectFault(/^PATCH \/rest\/v1\/customers/, faults[name]);
        await editCity(page, `After ${name}`);
        await expect(queuedMark(cityCell(page))).toBeVisible();
        await expect(cityCell(page)).toContainText(`After ${name}`);
        faultProxy.clearFaults();
        await expect.poll(() => fetchCity(page, 32), { timeout: 60_000 }).toBe(`After ${name}`);
        await expect(queuedMark(cityCell(page))).toBeHidden();
      });
    }
  });

  test('after a refresh token was reused, the user signs in again and the edit is sent', async ({
    page,
    workspace,
  }) => {
    await signIn(page, 'owner');
    const faultProxy = faultProxyOf(workspace);
    await openCity(page, 33);
    faultProxy.injectFault(/^PATCH \/rest\/v1\/customers/, faults.expired);
    faultProxy.injectFault(/^POST \/auth\/v1\/token\?grant_type=refresh_token/, faults.reused);
    await editCity(page, 'Skagen');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(again).toBeVisible();
    faultProxy.clearFaults();
    await again.getByRole('textbox', { name: 'Password' }).fill('tableside');
    await again.getByRole('button', { name: /^Sign in/ }).click();
    await expect(again).toBeHidden();
    await expect.poll(() => fetchCity(page, 33)).toBe('Skagen');
  });
});
