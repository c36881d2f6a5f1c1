import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { watchErrors } from '../support/support';
import { test } from '../support/workspace';

const sidebar = (page: Page) => page.getByRole('navigation').first();

async function signUp(page: Page, name: string) {
  const account = { email: `${name}@example.test`, password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  expect(made.status(), await made.text()).toBe(200);
}

test.describe('500 tables', () => {
  test.use({ backend: 'manyTables' });

  test('the schema is compressed and not sent again, and tables are found in the sidebar', async ({
    page,
  }) => {
    const errors = watchErrors(page);
    await signUp(page, 'many');
    const schema = await page.request.get('/api/schema', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(((await schema.json()) as { tables: unknown[] }).tables).toHaveLength(500);
    expect(schema.headers()['content-encoding']).toBe('gzip');
    const etag = schema.headers().etag ?? '';
    const again = await page.request.get('/api/schema', { headers: { 'If-None-Match': etag } });
    expect(again.status()).toBe(304);

    await page.goto('/tables/public/billing_accounts_01');
    await expect(
      page.getByRole('gridcell', { name: 'First of billing_accounts_01', exact: true }),
    ).toBeVisible();
    await expect(sidebar(page).getByRole('link')).not.toHaveCount(0);
    expect(await sidebar(page).getByRole('link').count()).toBeLessThan(120);
    const filter = sidebar(page).getByRole('searchbox', { name: 'Filter support' });
    await filter.fill('plans 05');
    await sidebar(page).getByRole('link', { name: 'Support plans 05' }).click();
    await expect(
      page.getByRole('gridcell', { name: 'First of support_plans_05', exact: true }),
    ).toBeVisible();
    expect(errors).toEqual([]);
  });
});

test.describe('an empty workspace', () => {
  test.use({ backend: 'ungranted' });

  test('shows only its owner the tables without grants, with statements that work', async ({
    page,
    browser,
    baseURL,
    workspace,
  }) => {
    const errors = watchErrors(page);
    await signUp(page, 'first');
    await page.goto('/');
    await expect(page.getByText('You don’t have access to any tables yet')).toBeVisible();
    const section = page.getByRole('region', { name: '2 tables are granted to nobody' });
    await expect(section).toContainText('to authenticated;');
    const statements = (await section.locator('pre').textContent()) ?? '';
    await expect(section.getByRole('button', { name: 'Copy' })).toBeEnabled();

    const other = await browser.newContext({ baseURL: baseURL ?? '' });
    const otherPage = await other.newPage();
    await signUp(otherPage, 'second');
    const listed = otherPage.waitForResponse('**/api/ungranted-tables');
    await otherPage.goto('/');
    expect(await (await listed).json()).toEqual({ names: [], grants: '' });
    await expect(otherPage.getByText('You don’t have access to any tables yet')).toBeVisible();
    await expect(otherPage.getByRole('region', { name: /granted to nobody/ })).toHaveCount(0);

    const file = join(workspace.dataFolder, 'grants.sql');
    writeFileSync(file, statements);
    workspace.runSQL(file);
    await page.reload();
    await expect(sidebar(page).getByRole('link', { name: 'Price list' })).toBeVisible();
    await expect(sidebar(page).getByRole('link', { name: 'Invoices' })).toBeVisible();
    expect(errors).toEqual([]);
  });
});
