import { expect, type Page } from '@playwright/test';
import { condition, type Filter, formatFilters, group, quoteName } from '@/data/query/filters/filters.utils';
import { resolveFilters } from '@/data/query/filters/resolve-filters';
import { listOperators, type Operator } from '@/data/query/operators/operators.utils';
import { toEnteredValue } from '@/data/values/checks/check-value';
import { isReadAsText, parseWireValue } from '@/data/values/value.utils';
import {
  checkDraft,
  createDraft,
  hasJSONKeys,
  setDraftKeys,
} from '@/features/filters/builder/condition-draft.utils';
import { isSortable } from '@/features/filters/sort/sort.utils';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { test } from '../support/workspace';

// Tests that PostgreSQL supports each operator that the filter builder offers for a type.
test.use({ backend: 'awkward' });

const filterContext = {
  user: { id: '00000000-0000-0000-0000-000000000001', email: 'awkward@example.test' },
  now: new Date('2026-11-20T12:00:00Z'),
  zone: 'Europe/Copenhagen',
};

async function signUp(page: Page): Promise<Schema> {
  const account = { email: 'operators@example.test', password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (!made.ok()) await page.request.post('/api/auth/sign-in', { data: account });
  return (await page.request.get('/api/schema')).json();
}

/** Returns the backend's error for a filter, or '' if it accepts the filter. */
async function fetchRejection(
  page: Page,
  table: Table,
  filters: readonly Filter[],
  order = '',
): Promise<string> {
  const select = table.columns.find((column) => column.privileges.select)?.name ?? '';
  const query = new URLSearchParams({ select: quoteName(select), limit: '1' });
  for (const [name, value] of formatFilters(filters)) query.append(name, value);
  if (order !== '') query.set('order', order);
  const response = await page.request.get(`/api/rows/${encodeURIComponent(table.name)}?${query}`, {
    headers: { 'Accept-Profile': table.schema },
  });
  return response.ok() ? '' : `${decodeURIComponent(String(query))}: ${await response.text()}`;
}

/** Returns values of a column as a user would type them. */
async function fetchSamples(page: Page, table: Table, column: Column): Promise<string[]> {
  const cast = isReadAsText(column) ? '::text' : '';
  const query = new URLSearchParams({ select: `${quoteName(column.name)}${cast}`, limit: '6' });
  const response = await page.request.get(`/api/rows/${encodeURIComponent(table.name)}?${query}`, {
    headers: { 'Accept-Profile': table.schema },
  });
  const rows = parseJSON<Record<string, unknown>[]>(await response.text());
  return rows
    .flatMap((row) => [parseWireValue(column, row[column.name])].flat())
    .filter((value) => value !== null && value !== '' && !Array.isArray(value))
    .map((value) => String(toEnteredValue({ ...column, array: false }, value)))
    .filter((text) => !text.includes('\n') || column.kind === 'json');
}

function makeValues(column: Column, operator: Operator, typed: string): string[] {
  switch (operator.operand) {
    case 'none':
      return [];
    case 'many':
      return column.enum.slice(0, 2);
    case 'search':
      return operator.id === 'fts' ? ['coffee & !tea', 'english'] : ['two words', 'simple'];
    default:
      return operator.arrow === '->' ? ['5'] : [typed];
  }
}

test('the database accepts each operator that is offered for a type', async ({ page }) => {
  test.setTimeout(240_000);
  const { tables } = await signUp(page);
  const seen = new Map<string, number>();
  const offered = new Set<string>();
  for (const table of tables.filter((each) => each.privileges.select && each.name !== 'policies_fail')) {
    for (const column of table.columns.filter((each) => each.privileges.select)) {
      const type = `${column.kind} ${column.base} ${column.array}`;
      seen.set(type, (seen.get(type) ?? 0) + 1);
      if ((seen.get(type) ?? 0) > 2) continue; // three columns of each type are enough
      await test.step(`${table.name}.${column.name}`, async () => {
        const [typed] = await fetchSamples(page, table, column);
        for (const keys of hasJSONKeys(column) ? ['', 'a.0', '"odd key"'] : ['']) {
          for (const operator of listOperators(column, false, keys)) {
            if (typed === undefined && operator.operand !== 'none') continue;
            const values = makeValues(column, operator, typed ?? '');
            const draft = { ...setDraftKeys(column, createDraft(column, false), keys), operator, values };
            const checked = checkDraft(column, draft);
            expect.soft(checked, `${type} ${operator.label} ${values}`).toHaveProperty('filter');
            if (!('filter' in checked)) continue;
            offered.add(`${column.kind} ${operator.id}`);
            const filters = resolveFilters([checked.filter], table, filterContext);
            expect.soft(await fetchRejection(page, table, filters), `${type} ${operator.label}`).toBe('');
          }
        }
        if (isSortable(column)) {
          const order = `${quoteName(column.name)}.desc.nullslast`;
          expect.soft(await fetchRejection(page, table, [], order), `${type} sorted`).toBe('');
        }
      });
    }
  }
  expect(offered.size).toBeGreaterThan(90);
});

test('each type of date column accepts each relative day', async ({ page }) => {
  const { tables } = await signUp(page);
  const moments = tables.find(({ name }) => name === 'moments');
  expect(moments).toBeDefined();
  if (!moments) return;
  const words = ['today', 'yesterday', 'tomorrow', 'today-7d', 'today+2w', 'today-9999y', 'now'];
  const spans = ['week', 'week-1', 'month+1', 'quarter', 'year-3', 'year+9999', 'last-7d', 'next-3m'];
  for (const name of ['day', 'local', 'at', 'short']) {
    for (const value of [...words, ...spans]) {
      for (const operator of ['eq', 'neq', 'lt', 'lte', 'gt', 'gte']) {
        const filter: Filter = { kind: 'condition', column: name, operator, value, negated: false };
        const filters = resolveFilters([filter], moments, filterContext);
        expect.soft(await fetchRejection(page, moments, filters), `${name} ${operator} ${value}`).toBe('');
      }
    }
  }
});

test('a filter for equality finds each text, with any special characters', async ({ page }) => {
  const { tables } = await signUp(page);
  const tree = tables.find(({ name }) => name === 'tree');
  const name = tree?.columns.find((column) => column.name === 'name');
  expect(name).toBeDefined();
  if (!tree || !name) return;
  const plain = [
    'a,b',
    'A,B',
    'x"y',
    '(p)',
    'back\\slash',
    '\\',
    '"',
    '\\"',
    'null',
    'is.null',
    'not.eq.x',
    '->x',
    ':',
  ];
  const signs = [
    '100%',
    '50*',
    '500',
    '*',
    '\\*',
    '*a*',
    'xax',
    'a_b',
    'axb',
    '.',
    '{a,b}',
    '[1,5)',
    '^a$',
    '#&=+?',
  ];
  const odd = [
    ' lead',
    'trail ',
    'line\nbreak',
    'ünï ☕',
    '\u202ertl',
    'today',
    'auth.uid()',
    'y'.repeat(3000),
  ];
  const texts = [...plain, ...signs, ...odd];
  const mine = condition('id', 'gte', '9000');
  const made = await page.request.post('/api/rows/tree', {
    data: texts.map((text, i) => ({ id: 9000 + i, name: text })),
  });
  expect(made.status(), await made.text()).toBe(201);
  const low = (text: string) => text.toLowerCase();
  const predicates: Record<string, (value: string, text: string) => boolean> = {
    eq: (value, text) => value === text,
    in: (value, text) => value === text,
    contains: (value, text) => low(value).includes(low(text)),
    starts: (value, text) => low(value).startsWith(low(text)),
    ends: (value, text) => low(value).endsWith(low(text)),
  };
  for (const operator of listOperators(name).filter(({ id }) => id in predicates)) {
    for (const text of texts) {
      const checked = checkDraft(name, { ...createDraft(name, false), operator, values: [text] });
      expect.soft(checked).toHaveProperty('filter');
      if (!('filter' in checked)) continue;
      // A single value is not quoted; inside a group it is.
      for (const filter of [checked.filter, group('or', [checked.filter, checked.filter])]) {
        const query = new URLSearchParams({ select: 'name' });
        for (const [key, value] of formatFilters([mine, filter])) query.append(key, value);
        const response = await page.request.get(`/api/rows/tree?${query}`);
        const found = response.ok() ? (await response.json()).map((row: { name: string }) => row.name) : [];
        const wanted = texts.filter((value) => predicates[operator.id]?.(value, text));
        expect.soft(found.sort(), `${operator.label} ${text.slice(0, 20)}`).toEqual(wanted.sort());
      }
    }
  }
  await page.request.delete('/api/rows/tree?id=gte.9000');
});
