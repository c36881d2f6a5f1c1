import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { cellAt, readClipboard, savedMessage } from '../support/cells';
import { watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests that no part of a large value is lost, although the page has only its first part: with the table `documents`
// of localbase/testdata/shop.sql. Each test has its own rows.
test.use({ backend: 'shop', actionTimeout: 10_000, permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(async ({ page }) => {
  const account = { email: 'large@example.test', password: 'correct horse battery' };
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (!made.ok()) {
    const response = await page.request.post('/api/auth/sign-in', { data: account });
    expect(response.status(), await response.text()).toBe(200);
  }
});

const grid = (page: Page) => page.getByRole('grid');
const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text });
const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });

interface Document {
  id: number;
  name: string;
  body: string | null;
  data: unknown;
}

/** Returns a text of 300 kB, which differs from others in its last characters. */
const makeText = (end: string) => `${'A line of a long text.\n'.repeat(13_000)}${end}`;
/** Returns a value of 60 kB for a column that has no large values in the statistics of the database. */
const makeData = (end: string) => ({ items: Array.from({ length: 3_000 }, (_, i) => `Item ${i}`), end });

async function addDocuments(page: Page, documents: readonly Document[]) {
  const response = await page.request.post('/api/rows/documents', { data: documents });
  expect(response.status(), await response.text()).toBe(201);
}

/** Returns the length and the checksum of a large value, so that the message of a failed test stays short. */
function summarize(value: unknown) {
  if (value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value, ['end', 'items']);
  return `${text.length} characters, ${createHash('sha1').update(text).digest('hex')}`;
}

const summarizeAll = (document: Document) => ({
  ...document,
  body: summarize(document.body),
  data: summarize(document.data),
});

/** Returns a row with summaries of its large values. */
async function fetchDocument(page: Page, id: number) {
  const response = await page.request.get(`/api/rows/documents?id=eq.${id}&select=id,name,body,data`);
  const [document] = (await response.json()) as Document[];
  return document && summarizeAll(document);
}

/** Opens the grid with the columns name, body and data. */
async function openDocuments(page: Page, first: number, last: number) {
  await page.goto(
    `/tables/public/documents?and=(id.gte.${first},id.lte.${last})&order=id&select=name,body,data`,
  );
  await expect(cellAt(page, last - first, 1)).toContainText('A line of a long text.');
}

async function chooseExport(page: Page, item: string) {
  await expect(page.getByRole('menu')).toHaveCount(0); // the previous menu closes with an animation
  await page.getByRole('button', { name: /export$/i }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function downloadText(page: Page, item: string): Promise<string> {
  const download = page.waitForEvent('download');
  await chooseExport(page, item);
  return readFile(await (await download).path(), 'utf8');
}

test('a large value shows its first part, and can be loaded or downloaded', async ({ page }) => {
  await page.goto('/tables/public/documents?id=in.(2,3)&record=id.eq.2');
  await expect(row(page, '1 MB in one line')).toContainText('977 KB');
  await expect(record(page).getByRole('region', { name: 'First part of Body' })).toBeVisible();
  await record(page).getByRole('button', { name: 'Load all' }).click();
  const body = record(page).getByRole('textbox', { name: 'Body' });
  await expect(body).toContainText('0123456789');
  await body.press('ControlOrMeta+Home');
  await body.pressSequentially('Start');
  await record(page).getByRole('button', { name: /^Save/ }).click();
  await expect(record(page).getByRole('button', { name: /^Save/ })).toHaveCount(0);
  const stored = await page.request.get('/api/values/public/documents?select=body&id=eq.2');
  expect(await stored.text()).toBe(`Start${'0123456789'.repeat(20_000)}`);

  await page.goto('/tables/public/documents?id=in.(1,5)&record=id.eq.5');
  const data = record(page).getByRole('region', { name: 'First part of Data' });
  await expect(data).toContainText('{"n": 1, "text": "xxx');
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await record(page).getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('documents-data.json');
  await expect(record(page).getByRole('button', { name: 'Load all' })).toHaveCount(0);
});

test('the whole value of a cell is loaded, and of a very large value the first part', async ({ page }) => {
  const errors = watchErrors(page);
  const data = makeData('the end');
  await addDocuments(page, [{ id: 90, name: 'Expanded', body: makeText('the end'), data }]);
  await openDocuments(page, 90, 90);
  const whole = (title: string) => page.getByRole('dialog', { name: `Whole value of ${title}` });
  await cellAt(page, 0, 2).click();
  await page.keyboard.press('Shift+Enter');
  await expect(whole('Data')).toContainText('"end": "the end"');
  await page.keyboard.press('Escape');
  await cellAt(page, 0, 1).click();
  await page.keyboard.press('Shift+Enter');
  await expect(whole('Body')).toContainText('First part of 292 KB.');
  const download = page.waitForEvent('download');
  await whole('Body').getByRole('link', { name: 'Download' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(makeText('the end'));
  expect(errors).toEqual([]);
});

test('an Excel export reports the texts that are too long for a cell', async ({ page }) => {
  await addDocuments(page, [{ id: 95, name: 'Exported', body: makeText('the end'), data: null }]);
  await openDocuments(page, 95, 95);
  const download = page.waitForEvent('download');
  await chooseExport(page, 'Excel, visible columns');
  await download;
  await expect(page.getByText('1 text was shortened to 32,767 characters')).toBeVisible();
});

test('an edited large value is shown in the grid', async ({ page }) => {
  await addDocuments(page, [{ id: 100, name: 'Edited', body: makeText('end'), data: null }]);
  await page.goto('/tables/public/documents?id=eq.100&record=id.eq.100');
  await expect(row(page, 'Edited')).toContainText('A line of a long text.');
  await record(page).getByRole('button', { name: 'Load all' }).click();
  const body = record(page).getByRole('textbox', { name: 'Body' });
  await body.press('ControlOrMeta+Home');
  await body.pressSequentially('Another start. ');
  await record(page).getByRole('button', { name: /^Save/ }).click();
  await expect(row(page, 'Edited')).toContainText('Another start. A line');
  // Outside of the text editor, which has its own undo.
  await row(page, 'Edited').getByRole('gridcell').nth(1).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await fetchDocument(page, 100))?.body).toBe(summarize(makeText('end')));
  await expect(row(page, 'Edited')).not.toContainText('Another start');
});

test('a duplicate has the whole values, as they are now', async ({ page }) => {
  const errors = watchErrors(page);
  const original = { id: 110, name: 'Original', body: makeText('first'), data: makeData('first') };
  await addDocuments(page, [original]);
  await openDocuments(page, 110, 110);
  const duplicate = async (id: number) => {
    await cellAt(page, 0, 0).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await record(page).getByRole('textbox', { name: 'ID' }).fill(String(id));
  };
  await duplicate(111);
  await record(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(record(page)).toHaveCount(0);
  const changed = { body: makeText('second'), data: makeData('second') };
  await page.request.patch('/api/rows/documents?id=eq.110', { data: changed });
  await duplicate(112);
  await record(page)
    .getByRole('button', { name: /^(Save|Create|Add)/ })
    .click();
  await expect.poll(() => fetchDocument(page, 112)).toBeDefined();
  expect(await fetchDocument(page, 112)).toEqual(summarizeAll({ ...original, ...changed, id: 112 }));
  expect(errors).toEqual([]);
});

test('a block is copied, pasted, cleared and restored with the whole values', async ({ page }) => {
  const errors = watchErrors(page);
  const from = { id: 120, name: 'From', body: makeText('from'), data: makeData('from') };
  const to = { id: 121, name: 'To', body: makeText('to'), data: makeData('to') };
  await addDocuments(page, [from, to]);
  await openDocuments(page, 120, 121);
  const expectTarget = async (expected: Partial<Document>) => {
    await expect.poll(() => fetchDocument(page, 121)).toEqual(summarizeAll({ ...to, ...expected }));
    await expect(savedMessage(page)).toBeVisible();
  };
  await cellAt(page, 0, 1).click();
  await cellAt(page, 0, 2).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+c');
  await expect.poll(async () => (await readClipboard(page)).length).toBeGreaterThan(340_000);
  await cellAt(page, 1, 1).click();
  await page.keyboard.press('Control+v');
  await expectTarget({ body: from.body, data: from.data });
  await page.keyboard.press('Control+z');
  await expectTarget({});
  await page.keyboard.press('Control+Shift+z');
  await expectTarget({ body: from.body, data: from.data });
  await page.keyboard.press('Control+z');
  await expectTarget({});

  await cellAt(page, 1, 1).click();
  await page.keyboard.press('Delete');
  await expectTarget({ body: null });
  await page.keyboard.press('Control+z');
  await expectTarget({});
  await cellAt(page, 0, 1).click();
  await cellAt(page, 1, 1).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+d');
  await expectTarget({ body: from.body });
  await page.keyboard.press('Control+z');
  await expectTarget({});
  expect(await fetchDocument(page, 120)).toEqual(summarizeAll(from));
  expect(errors).toEqual([]);
});

test('a deleted row is restored with the whole values', async ({ page }) => {
  const original = { id: 130, name: 'Deleted', body: makeText('end'), data: makeData('end') };
  await addDocuments(page, [original, { ...original, id: 131 }]);
  await openDocuments(page, 130, 131);
  await cellAt(page, 0, 0).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: /^Delete/ });
  await confirm.click();
  await expect.poll(() => fetchDocument(page, 130)).toBeUndefined();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => fetchDocument(page, 130)).toEqual(summarizeAll(original));
});

test('exported and copied rows have the whole values', async ({ page }) => {
  const errors = watchErrors(page);
  const documents = [140, 141].map((id) => ({
    ...{ id, name: `Exported ${id}` },
    ...{ body: makeText(`end ${id}`), data: makeData(`end ${id}`) },
  }));
  await addDocuments(page, documents);
  await openDocuments(page, 140, 141);
  const csv = await downloadText(page, 'CSV, visible columns');
  const json = JSON.parse(await downloadText(page, 'JSON, all columns')) as Document[];
  const copyMarkdown = async (count: string) => {
    await chooseExport(page, `Copy ${count} as Markdown`);
    await expect(page.getByText(/copied as Markdown/).first()).toBeVisible();
    return readClipboard(page);
  };
  const allMarkdown = await copyMarkdown('2 rows');
  await row(page, 'Exported 141').getByRole('checkbox').check();
  await expect.poll(async () => (await copyMarkdown('1 selected row')).length).toBeLessThan(500_000);
  const markdown = await readClipboard(page);
  const found = documents.map(({ id, body }) => ({
    csv: csv.includes(body) && csv.includes(`{""end"": ""end ${id}"",`),
    json: json.some(
      (item) => item.body === body && summarize(item.data) === summarize(makeData(`end ${id}`)),
    ),
    markdown:
      allMarkdown.includes(body.replaceAll('\n', '<br>')) && allMarkdown.includes(`"end": "end ${id}"`),
    selection: markdown.includes(body.replaceAll('\n', '<br>')) && markdown.includes(`"end": "end ${id}"`),
  }));
  expect(found).toEqual([
    { csv: true, json: true, markdown: true, selection: false },
    { csv: true, json: true, markdown: true, selection: true },
  ]);
  expect(errors).toEqual([]);
});

test('a filter reads the whole values', async ({ page }) => {
  await addDocuments(page, [
    { id: 150, name: 'Match', body: makeText('needle'), data: null },
    { id: 151, name: 'Other', body: makeText('hay'), data: null },
    { id: 152, name: 'Empty', body: null, data: null },
  ]);
  const scope = 'and=(id.gte.150,id.lte.152)&select=name,body,data';
  await page.goto(`/tables/public/documents?${scope}&body=like.*needle`);
  await expect(row(page, 'Match')).toContainText('A line of a long text.');
  await expect(row(page, 'Other')).toHaveCount(0);
  await page.goto(`/tables/public/documents?${scope}&body=is.null`);
  await expect(row(page, 'Empty')).toBeVisible();
  await expect(row(page, 'Match')).toHaveCount(0);
});
