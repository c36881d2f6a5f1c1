import { expect, type Page, test } from '@playwright/test';
import { type Filter, formatFilters, quoteName } from '@/features/rows/api/filters.utils';
import { keyFilters, keyOf, lockReason } from '@/features/rows/api/guards.utils';
import type { Row, Value } from '@/features/rows/api/row';
import { writeRow } from '@/features/rows/api/rows';
import { checkEntered, enteredFrom } from '@/features/rows/values/check.utils';
import { fromWire, readsAsText } from '@/features/rows/values/value.utils';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { parse } from '@/lib/json';
import { expectAccessible, watchErrors } from './support';

// Against any schema, not the demo's alone: localbase/testdata/awkward.sql.
test.use({ baseURL: process.env.E2E_AWKWARD });

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

/** What a person can change in place: keyed tables, and their columns that aren't locked. */
function editable(tables: readonly Table[]): { table: Table; columns: Column[] }[] {
  return tables
    .filter(
      ({ kind, name, privileges, primaryKey }) =>
        /table$/.test(kind) &&
        privileges.select &&
        privileges.update &&
        primaryKey.length > 0 &&
        name !== alwaysFails,
    )
    .map((table) => ({
      table,
      columns: table.columns.filter((column) => column.privileges.select && !lockReason(table, column)),
    }))
    .filter(({ columns }) => columns.length > 0);
}

/** Some rows, each as the app holds it and with the filter that finds it. */
async function someRows(page: Page, table: Table, limit: number) {
  const select = table.columns
    .filter((column) => column.privileges.select)
    .map((column) => quoteName(column.name) + (readsAsText(column) ? '::text' : ''));
  const order = table.primaryKey.map(quoteName).join(',');
  const query = new URLSearchParams({ select: select.join(','), order, limit: String(limit) });
  const rows = parse<Record<string, unknown>[]>(await rowsOf(page, table, query));
  return rows.map((wire) => {
    const row: Row = Object.fromEntries(
      table.columns
        .filter((column) => column.name in wire)
        .map((column) => [column.name, fromWire(column, wire[column.name])]),
    );
    return { row, filter: filterOf(keyFilters(keyOf(table, row) ?? [])) };
  });
}

function filterOf(filters: readonly Filter[]): URLSearchParams {
  return new URLSearchParams(formatFilters(filters).map(([name, value]) => [name, value]));
}

async function patch(page: Page, table: Table, filter: URLSearchParams, changes: Row) {
  const data = writeRow(table, changes).text;
  const answer = await page.request.patch(`/api/rows/${encodeURIComponent(table.name)}?${filter}`, {
    headers: { ...profile(table), 'Content-Type': 'application/json' },
    data,
  });
  const told = await answer.text();
  // A policy may keep some rows as they are: nothing changed, as it has to be.
  const refused = answer.status() === 403 && told.includes('"row_refused"');
  expect.soft(answer.status(), `${data}\n${told}`).toBe(refused ? 403 : 200);
}

test('each value goes through its editor’s text without loss', async ({ page }) => {
  const places = editable((await enter(page)).tables);
  expect(places.length).toBeGreaterThan(15);
  for (const { table, columns } of places) {
    await test.step(`${table.schema}.${table.name}`, async () => {
      for (const { row, filter } of await someRows(page, table, 15)) {
        const before = await rowsOf(page, table, filter);
        const changes: Record<string, Value> = {};
        for (const column of columns) {
          const checked = checkEntered(column, enteredFrom(column, row[column.name] ?? null));
          expect.soft(checked, `${column.name} of ${before}`).not.toHaveProperty('problem');
          if ('value' in checked) changes[column.name] = checked.value;
        }
        await patch(page, table, filter, changes);
        expect.soft(await rowsOf(page, table, filter)).toBe(before);
      }
    });
  }
});
