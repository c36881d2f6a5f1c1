import { expect, type Page, test } from '@playwright/test';
import { formatRecord } from '@/features/rows/api/page-state.utils';
import type { Schema, Table } from '@/lib/api.gen';
import { parse, stringify } from '@/lib/json';
import { expectAccessible, watchErrors } from './support';

// Against any schema, not the demo's alone: localbase/testdata/awkward.sql.
test.use({ baseURL: process.env.E2E_AWKWARD });

type Row = Record<string, unknown>;

/** Errors on purpose whenever it is read: its policy divides by zero. */
const alwaysFails = 'policies_fail';

async function enter(page: Page): Promise<Schema> {
  const account = { email: 'awkward@example.test', password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (!made.ok()) {
    const answer = await page.request.post('/api/auth/sign-in', { data: account });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  return (await page.request.get('/api/schema')).json();
}

const address = (table: Table) =>
  `/tables/${encodeURIComponent(table.schema)}/${encodeURIComponent(table.name)}`;
const profile = (table: Table) => ({ 'Accept-Profile': table.schema, 'Content-Profile': table.schema });
const quoted = (name: string) =>
  /^[\w ]+$/.test(name) ? name : `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Rows as the API writes them, as text: nothing is parsed, so nothing is rounded. */
async function rowsOf(page: Page, table: Table, query: URLSearchParams): Promise<string> {
  const path = `/api/rows/${encodeURIComponent(table.name)}?${query}`;
  const answer = await page.request.get(path, { headers: profile(table) });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return answer.text();
}

test('each relation lists', async ({ page }) => {
  test.setTimeout(240_000);
  const errors = watchErrors(page);
  const { tables } = await enter(page);
  expect(tables.length).toBeGreaterThan(30);
  for (const table of tables.filter((each) => each.privileges.select && each.name !== alwaysFails)) {
    await test.step(`${table.schema}.${table.name}`, async () => {
      const rows = JSON.parse(await rowsOf(page, table, new URLSearchParams({ limit: '1' })));
      await page.goto(address(table));
      await expect(page.getByRole('heading', { name: table.title, exact: true }).first()).toBeVisible();
      if (rows.length > 0) {
        await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
        await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible();
      } else {
        await expect(page.getByText(/no rows|nothing|empty/i).first()).toBeVisible();
      }
    });
  }
  expect(errors).toEqual([]);
});

test('a table whose policy fails says so, and offers to try again', async ({ page }) => {
  await enter(page);
  await page.goto(`/tables/public/${alwaysFails}`);
  await expect(page.getByRole('alert')).toContainText(/division by zero/i);
  await expect(page.getByRole('button', { name: /try again|retry/i })).toBeVisible();
  await expectAccessible(page);
});

test('each value goes through a record’s form without loss', async ({ page }) => {
  test.setTimeout(300_000);
  const errors = watchErrors(page);
  const { tables } = await enter(page);
  const editable = tables.filter(
    ({ kind, privileges, primaryKey }) =>
      /table$/.test(kind) &&
      privileges.select &&
      privileges.update &&
      privileges.insert &&
      primaryKey.length > 0,
  );
  expect(editable.length).toBeGreaterThan(12);
  for (const table of editable) {
    const key = new URLSearchParams({ select: table.primaryKey.map(quoted).join(','), limit: '4' });
    const keys = parse<Row[]>(await rowsOf(page, table, key));
    for (const [i, row] of keys.entries()) {
      await test.step(`${table.schema}.${table.name}, row ${i + 1}`, () => roundTrip(page, table, row));
    }
  }
  expect(errors).toEqual([]);
});

/**
 * Copies a record with the form, takes what the form sends, writes that over
 * the record that was copied, and expects the record to be what it was.
 */
async function roundTrip(page: Page, table: Table, key: Row) {
  const filter = new URLSearchParams(
    Object.entries(key).map(([name, value]) => [quoted(name), `eq.${value}`]),
  );
  const before = await rowsOf(page, table, filter);
  const record = formatRecord(
    Object.entries(key).map(([column, value]) => ({ column, value: String(value) })),
  );
  await page.goto(`${address(table)}?${new URLSearchParams({ record })}`);
  const panel = page.getByRole('complementary', { name: 'Record' });
  await panel.getByRole('button', { name: 'Duplicate' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await panel.getByRole('button', { name: /^Create/ }).click();
  const [copy = {}] = parse<Row[]>((await sent).postData() ?? '');
  for (const name of table.primaryKey) delete copy[name];
  if (Object.keys(copy).length === 0) return; // all of it is key, or set by the database
  const data = stringify(copy);
  const answer = await page.request.patch(`/api/rows/${encodeURIComponent(table.name)}?${filter}`, {
    headers: { ...profile(table), 'Content-Type': 'application/json' },
    data,
  });
  expect(answer.status(), `${data}\n${await answer.text()}`).toBe(200);
  expect(await rowsOf(page, table, filter), data).toBe(before);
}
