import { expect, type Page } from '@playwright/test';
import type { Schema, Table } from '@/lib/api.gen';
import { isFull } from '../support/size';
import { watchErrors } from '../support/support';
import { type Backend, test } from '../support/workspace';

// Opens the tables of databases that Tableside was not made for in every view. The dumps are of one database, as
// pg_dump and the Supabase CLI write it: see localbase/testdata/library.

test.use({ actionTimeout: 10_000 });

async function signUp(page: Page): Promise<Schema> {
  const account = { email: 'views@example.test', password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  expect(made.status(), await made.text()).toBe(200);
  return (await page.request.get('/api/schema')).json();
}

/** Opens a table in each view that it has, and its first record, by clicks. Returns the views. */
async function openEveryView(page: Page, table: Table): Promise<string[]> {
  const main = page.getByRole('main');
  const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  await page.goto(`/tables/${encodeURIComponent(table.schema)}/${encodeURIComponent(table.name)}?view=grid`);
  await expect(main.getByRole('heading', { name: table.title, exact: true })).toBeVisible();
  const rows = main.getByRole('grid').getByRole('row');
  const unpopulated = main.getByText(`refresh materialized view ${table.name}`);
  const first = await page.request.get(`/api/rows/${encodeURIComponent(table.name)}?limit=1`, {
    headers: { 'Accept-Profile': table.schema },
  });
  // The data of a dump by the CLI refreshes no materialized views.
  if ((await first.text()).includes('"55000"')) {
    await expect(unpopulated).toBeVisible();
    return [];
  }
  // A policy of awkward.sql divides by zero.
  if (table.name === 'policies_fail') {
    await expect(main.getByRole('alert')).toContainText('The database tried to divide by zero.');
    return [];
  }
  await expect(
    rows
      .nth(1)
      .or(main.getByText(/no rows|nothing here/i))
      .first(),
  ).toBeVisible();
  const opened = await tabs.allInnerTexts();
  for (const view of opened) {
    await tabs.filter({ hasText: view }).click();
    await expect(tabs.filter({ hasText: view })).toHaveAttribute('aria-current', 'page');
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(main.getByRole('alert')).toHaveCount(0);
  }
  await tabs.filter({ hasText: 'Grid' }).click();
  if (table.primaryKey.length > 0 && (await rows.count()) > 1) {
    await rows.nth(1).getByRole('gridcell').nth(1).hover();
    await rows
      .nth(1)
      .getByRole('button', { name: 'Open record' })
      .or(rows.nth(1).getByRole('link', { name: 'Open record' }))
      .first()
      .click();
    const record = page.getByRole('complementary', { name: 'Record' });
    await expect(record.getByRole('heading', { level: 2 })).not.toBeEmpty();
    await expect(record.getByRole('alert')).toHaveCount(0);
    opened.push('Record');
  }
  return opened;
}

const dumps: readonly Backend[] = isFull
  ? ['pgDump', 'pgDumpCleanTwice', 'supabaseDump', 'supabasePull']
  : ['pgDump', 'supabaseDump'];

/** In the reduced size, only each n-th table of some databases is opened; both dumps have the same tables. */
const reducedSteps: Partial<Record<Backend, number>> = {
  supabaseDump: 4,
  shop: 3,
  awkward: 12,
  manyTables: 250,
};
/** In full size, all tables, but 500 tables of the same form do not find more than 20. */
const fullSteps: Partial<Record<Backend, number>> = { manyTables: 25 };

for (const backend of [...dumps, 'shop', 'awkward', 'manyTables'] as const) {
  test.describe(backend, () => {
    test.use({ backend });

    test('each table opens in every view', async ({ page }) => {
      test.setTimeout(300_000);
      const errors = watchErrors(page);
      const views = new Set<string>();
      const { tables } = await signUp(page);
      const shown = tables.filter(({ privileges, columns }) => privileges.select && columns.length > 0);
      expect(shown.length).toBeGreaterThan(9);
      const step = (isFull ? fullSteps : reducedSteps)[backend] ?? 1;
      for (const table of shown.filter((_, i) => i % step === 0)) {
        await test.step(`${table.schema}.${table.name}`, async () => {
          for (const view of await openEveryView(page, table)) views.add(view);
          expect(errors).toEqual([]);
        });
      }
      const expected = ['Grid', 'Board', 'Calendar', 'Chart', 'Record'];
      if (backend === 'shop') expected.push('Gallery');
      expect([...views]).toEqual(expect.arrayContaining(step === 1 ? expected : ['Grid', 'Record']));
    });
  });
}
