import { expect, type Page } from '@playwright/test';
import { type Filter, formatFilters, quoteName } from '@/data/query/filters/filters.utils';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import type { Row, Value } from '@/data/rows/row';
import { serializeRow } from '@/data/rows/rows-api';
import { checkEnteredValue, toEnteredValue } from '@/data/values/checks/check-value';
import { isReadAsText, parseWireValue } from '@/data/values/value.utils';
import { buildKeyFilters, getRowKey, guardFilters, lockReason } from '@/data/writes/batches/guards.utils';
import { limitConditions } from '@/data/writes/batches/match-rows';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { isFull } from '../support/size';
import { expectAccessible, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests an unusual schema instead of the demo's: localbase/testdata/awkward.sql.
test.use({ backend: 'awkward', actionTimeout: 10_000 });

/** The table whose policy divides by zero, so that each read fails. */
const failingTable = 'policies_fail';

async function signUp(page: Page): Promise<Schema> {
  const account = { email: 'awkward@example.test', password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (!made.ok()) {
    const response = await page.request.post('/api/auth/sign-in', { data: account });
    expect(response.status(), await response.text()).toBe(200);
  }
  return (await page.request.get('/api/schema')).json();
}

const getTablePath = (table: Table) =>
  `/tables/${encodeURIComponent(table.schema)}/${encodeURIComponent(table.name)}`;
const profileHeaders = (table: Table) => ({
  'Accept-Profile': table.schema,
  'Content-Profile': table.schema,
});

/** Returns rows as the text of the response, because parsing would round numbers. */
async function fetchRowsText(page: Page, table: Table, query: URLSearchParams): Promise<string> {
  const path = `/api/rows/${encodeURIComponent(table.name)}?${query}`;
  const response = await page.request.get(path, { headers: profileHeaders(table) });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  return response.text();
}

test('each relation shows its rows, and its first record opens', async ({ page }) => {
  test.setTimeout(240_000);
  const errors = watchErrors(page);
  const { tables } = await signUp(page);
  expect(tables.length).toBeGreaterThan(30);
  const readable = tables.filter((each) => each.privileges.select && each.name !== failingTable);
  for (const table of isFull ? readable : readable.filter((_, i) => i % 3 === 0)) {
    await test.step(`${table.schema}.${table.name}`, async () => {
      const { length } = parseJSON<Row[]>(
        await fetchRowsText(page, table, new URLSearchParams({ limit: '1' })),
      );
      const [first] = table.primaryKey.length > 0 ? await fetchRows(page, table, 1) : [];
      const key = first && getRowKey(table, first.row);
      await page.goto(
        getTablePath(table) + (key ? `?${new URLSearchParams({ record: formatRecord(key) })}` : ''),
      );
      await expect(page.getByRole('heading', { name: table.title, exact: true }).first()).toBeVisible();
      if (length > 0) {
        await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
        await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible();
        const panel = page.getByRole('complementary', { name: 'Record' });
        if (key) await expect(panel.getByRole('heading', { level: 2 })).not.toBeEmpty();
      } else {
        await expect(page.getByText(/no rows|nothing|empty/i).first()).toBeVisible();
      }
    });
  }
  expect(errors).toEqual([]);
});

test('a table whose policy fails shows the error and can be retried', async ({ page }) => {
  await signUp(page);
  await page.goto(`/tables/public/${failingTable}`);
  await expect(page.getByRole('alert')).toContainText(/division by zero/i);
  await expect(page.getByRole('button', { name: /try again|retry/i })).toBeVisible();
  await expectAccessible(page);
});

/** Returns the tables that have a key, with their editable columns. */
function listEditableTables(tables: readonly Table[]): { table: Table; columns: Column[] }[] {
  return tables
    .filter(
      ({ kind, name, privileges, primaryKey }) =>
        /table$/.test(kind) &&
        privileges.select &&
        privileges.update &&
        primaryKey.length > 0 &&
        name !== failingTable,
    )
    .map((table) => ({
      table,
      columns: table.columns.filter((column) => column.privileges.select && !lockReason(table, column)),
    }))
    .filter(({ columns }) => columns.length > 0);
}

/** Returns some rows as the app stores them, each with the filter that matches it. */
async function fetchRows(page: Page, table: Table, limit: number) {
  const select = table.columns
    .filter((column) => column.privileges.select)
    .map((column) => quoteName(column.name) + (isReadAsText(column) ? '::text' : ''));
  const order = table.primaryKey.map(quoteName).join(',');
  const query = new URLSearchParams({ select: select.join(','), order, limit: String(limit) });
  const rows = parseJSON<Record<string, unknown>[]>(await fetchRowsText(page, table, query));
  return rows.map((wire) => {
    const row: Row = Object.fromEntries(
      table.columns
        .filter((column) => column.name in wire)
        .map((column) => [column.name, parseWireValue(column, wire[column.name])]),
    );
    return { row, filter: buildFilterParams(buildKeyFilters(getRowKey(table, row) ?? [])) };
  });
}

function buildFilterParams(filters: readonly Filter[]): URLSearchParams {
  return new URLSearchParams(formatFilters(filters).map(([name, value]) => [name, value]));
}

async function patchRow(page: Page, table: Table, filter: URLSearchParams, changes: Row) {
  const data = serializeRow(table, changes).text;
  const response = await page.request.patch(`/api/rows/${encodeURIComponent(table.name)}?${filter}`, {
    headers: { ...profileHeaders(table), 'Content-Type': 'application/json' },
    data,
  });
  const body = await response.text();
  // A policy can reject the update of some rows, which must then be unchanged.
  const rejected = response.status() === 403 && body.includes('"row_rejected"');
  expect.soft(response.status(), `${data}\n${body}`).toBe(rejected ? 403 : 200);
}

test('a delete is guarded by all displayed values of its row, for every type', async ({ page }) => {
  const { tables } = await signUp(page);
  const keyed = tables.filter(
    ({ privileges, primaryKey, name }) => privileges.select && primaryKey.length > 0 && name !== failingTable,
  );
  expect(keyed.length).toBeGreaterThan(20);
  for (const table of keyed) {
    for (const { row } of await fetchRows(page, table, 20)) {
      const guard = buildFilterParams(limitConditions(guardFilters(table, row, row)));
      guard.set('select', quoteName(table.primaryKey[0] ?? ''));
      const { length } = parseJSON<Row[]>(await fetchRowsText(page, table, guard));
      expect(length, `${table.name}: ${guard}`).toBe(1);
    }
  }
});

test('each value survives a round trip through its editor’s text', async ({ page }) => {
  const tables = listEditableTables((await signUp(page)).tables);
  expect(tables.length).toBeGreaterThan(15);
  for (const { table, columns } of tables) {
    await test.step(`${table.schema}.${table.name}`, async () => {
      for (const { row, filter } of await fetchRows(page, table, 15)) {
        const before = await fetchRowsText(page, table, filter);
        const changes: Record<string, Value> = {};
        for (const column of columns) {
          // PostgREST would store NULL; the form rejects that value and does not send unchanged fields.
          if (column.kind === 'json' && row[column.name] === 'null') continue;
          const checked = checkEnteredValue(column, toEnteredValue(column, row[column.name] ?? null));
          expect.soft(checked, `${column.name} of ${before}`).not.toHaveProperty('problem');
          if ('value' in checked) changes[column.name] = checked.value;
        }
        await patchRow(page, table, filter, changes);
        expect.soft(await fetchRowsText(page, table, filter)).toBe(before);
      }
    });
  }
});

test('the grid’s editors accept the text that they show, by keyboard', async ({ page }) => {
  test.setTimeout(240_000);
  const errors = watchErrors(page);
  const counts = new Map<string, number>();
  /** Counts the tested columns of each type: a few are enough, even if there are sixty text columns. */
  const isTypeUntested = ({ kind, base, array }: Column) => {
    const type = `${kind} ${base} ${array}`;
    counts.set(type, (counts.get(type) ?? 0) + 1);
    return (counts.get(type) ?? 0) <= (isFull ? 3 : 1);
  };
  const changes: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()));
  for (const { table, columns } of listEditableTables((await signUp(page)).tables)) {
    const [first] = (await fetchRows(page, table, 9)).toSorted(
      (a, b) => countEmptyValues(a.row) - countEmptyValues(b.row),
    );
    if (!first || /own|restricted/.test(table.name)) continue;
    await test.step(`${table.schema}.${table.name}`, async () => {
      const before = await fetchRowsText(page, table, first.filter);
      const typed = columns.filter(
        (column) => !table.primaryKey.includes(column.name) && isTypeUntested(column),
      );
      if (typed.length === 0) return;
      const shown = await readEditorTexts(page, table, first.filter, typed);
      expect(changes, 'opening and leaving an editor sends nothing').toEqual([]);

      const unique = new Set(table.uniqueKeys.flat());
      const emptied = typed.filter(
        ({ name, nullable }) => nullable && !unique.has(name) && !isEmpty(first.row[name]),
      );
      if (emptied.length === 0) return;
      await patchRow(page, table, first.filter, Object.fromEntries(emptied.map(({ name }) => [name, null])));
      await openGrid(page, table, first.filter, typed);
      for (const column of emptied) {
        await editCell(page, typed.indexOf(column), shown.get(column.name) ?? '');
      }
      await expect(page.getByText('All changes saved')).toBeVisible();
      expect.soft(await fetchRowsText(page, table, first.filter)).toBe(before);
      changes.length = 0;
    });
  }
  expect(errors).toEqual([]);
});

const isEmpty = (value: Value | undefined) => value === undefined || value === null || value === '';
const countEmptyValues = (row: Row) => Object.values(row).filter(isEmpty).length;

async function openGrid(page: Page, table: Table, filter: URLSearchParams, columns: readonly Column[]) {
  const query = new URLSearchParams(filter);
  query.set('select', columns.map(({ name }) => quoteName(name)).join(','));
  await page.goto(`${getTablePath(table)}?${query}`);
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('row').nth(1).getByRole('checkbox')).toBeVisible();
  await grid.getByRole('columnheader').first().press('ArrowDown');
}

/** Moves to a cell with the arrow keys and opens its editor. */
async function openEditor(page: Page, index: number) {
  const active = page.locator('[role=gridcell][aria-selected=true]');
  for (;;) {
    const at = Number(await active.getAttribute('aria-colindex')) - 2;
    if (at === index) break;
    await page.keyboard.press(at < index ? 'ArrowRight' : 'ArrowLeft');
  }
  await page.keyboard.press('F2');
  const editor = page.locator('input:focus, textarea:focus');
  await expect(editor).toBeVisible();
  return editor;
}

async function readEditorTexts(
  page: Page,
  table: Table,
  filter: URLSearchParams,
  columns: readonly Column[],
) {
  const shown = new Map<string, string>();
  await openGrid(page, table, filter, columns);
  for (const [index, column] of columns.entries()) {
    const editor = await openEditor(page, index);
    const isList = (await editor.getAttribute('role')) === 'combobox';
    const chosen = page.getByRole('option', { selected: true });
    shown.set(
      column.name,
      (isList ? await chosen.locator('[dir=auto]').first().textContent() : await editor.inputValue()) ?? '',
    );
    await page.keyboard.press('Escape');
    await expect(editor).toBeHidden();
  }
  return shown;
}

async function editCell(page: Page, index: number, text: string) {
  const editor = await openEditor(page, index);
  const isList = (await editor.getAttribute('role')) === 'combobox';
  await editor.fill(text);
  if (isList) await page.getByRole('option', { name: text }).first().waitFor();
  const response = page.waitForResponse((response) => response.request().method() === 'PATCH');
  const several = await editor.evaluate((element) => element.tagName === 'TEXTAREA');
  await page.keyboard.press(several ? 'Control+Enter' : 'Enter');
  await response;
}
