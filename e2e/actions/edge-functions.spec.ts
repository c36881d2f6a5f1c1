import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/support';
import { test } from '../support/workspace';

// Tests the display of edge functions that stream, fail, never end or return much.
test.use({
  backend: 'actions',
  actionTimeout: 20_000,
  settings: { TABLESIDE_FUNCTIONS: 'e2e/databases/edge-functions.json' },
});

const account = { email: 'edge@example.test', password: 'correct horse battery' };

test.beforeEach(async ({ page, workspace }) => {
  cpSync('server/integration/actions/testdata/functions', join(workspace.dataFolder, 'functions'), {
    recursive: true,
  });
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (made.ok()) return;
  const response = await page.request.post('/api/auth/sign-in', { data: account });
  expect(response.status(), await response.text()).toBe(200);
});

const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true });

/** Opens the page of an edge function, and runs it. */
async function run(page: Page, name: string, title: string) {
  await page.goto(`/actions/edge:${name}`);
  await page.getByRole('button', { name: title, exact: true }).press('Enter');
}

/** Lets a streaming function send its second part. */
async function continueStream(page: Page, name: string) {
  const response = await page.request.post(`/api/functions/${name}?continue=1`, { data: {} });
  expect(response.status(), await response.text()).toBe(200);
}

test('server-sent events appear one by one, as events', async ({ page }) => {
  await run(page, 'stream', 'Stream events');
  const events = result(page).getByRole('listitem');
  await expect(events).toHaveText(['1first']);
  await expect(page.getByRole('status').filter({ hasText: 'Receiving the response' })).toBeVisible();
  await continueStream(page, 'stream');
  await expect(events).toHaveText(['1first', '2totalsecond\nline']);
  await expect(cancel(page)).toHaveCount(0);
  await expectAccessible(page);
  // The status, the time and the headers of the function, but none of the server's.
  await page.getByText('Details', { exact: true }).click();
  const details = page.getByRole('group').filter({ hasText: 'Status' });
  await expect(details).toContainText(/Status200.*Time.*content-typetext\/event-stream/is);
  await expect(details).not.toContainText(/set-cookie|x-function/i);
});

test('a text appears as it arrives, and is formatted as a result of the run', async ({ page }) => {
  await run(page, 'text-stream', 'Stream text');
  await expect(result(page)).toContainText('The first line');
  await expect(result(page)).not.toContainText('The second line');
  await continueStream(page, 'text-stream');
  await expect(result(page)).toContainText('The second line');
  const download = page.waitForEvent('download');
  await result(page).getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('text-stream.txt');
});

test('a function that never ends is canceled, and a reload or the back button does not run it again', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/functions/endless')) calls.push(request.method());
  });
  await run(page, 'endless', 'Never end');
  await expect(page.getByRole('status').filter({ hasText: '5 bytes so far' })).toBeVisible();
  await cancel(page).click();
  await expect(page.getByRole('alert')).toContainText('It is unknown whether the action ran.');
  await expect(page.getByRole('alert')).toContainText('You canceled while it was running.');
  const headers = { 'Idempotency-Key': 'poll' };
  const isCanceled = async () =>
    (await page.request.get('/api/functions/endless?canceled=1', { headers })).json() as Promise<boolean>;
  await expect.poll(isCanceled, { message: 'the function is canceled too' }).toBe(true);

  await page.reload();
  const runs = page.getByRole('region', { name: 'Recent runs' });
  await expect(runs.getByRole('listitem')).toContainText(/Never end.*Unknown/s);
  await page.getByRole('link', { name: 'Actions', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Actions', exact: true, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(runs.getByRole('listitem')).toContainText(/Never end.*Unknown/s);
  await page.goForward();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Never end', exact: true })).toBeVisible();
  expect(calls).toEqual(['POST']);
});

test('an error page is shown as text, and a redirect is not followed', async ({ page }) => {
  await run(page, 'failing', 'Fail with a page');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The function responded with status 500.');
  await expect(alert).toContainText('some of its changes may be stored');
  await alert.locator('summary').click();
  await expect(alert).toContainText('<h1>Broken</h1>');
  await expect(page.getByRole('heading', { name: 'Broken' })).toHaveCount(0);
  await expectAccessible(page);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await run(page, 'redirect', 'Redirect');
  await expect(alert).toContainText('It is unknown whether the action ran.');
  expect(requests.filter((url) => url.includes('elsewhere'))).toEqual([]);
});

test('50 MB are a file to download, or the beginning of a text', async ({ page }) => {
  await run(page, 'large', 'Return 50 MB');
  await expect(result(page)).toContainText('download (50 MB)');
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('textbox', { name: 'Media type' }).fill('text/plain');
  await page.getByRole('button', { name: 'Return 50 MB', exact: true }).press('Enter');
  await expect(cancel(page)).toHaveCount(0);
  await expect(result(page).getByText('The first 100,000 of 52,428,800 characters.')).toBeVisible();
});

test('a form of a JSON Schema sends values of their types, and a file is sent as the body', async ({
  page,
}) => {
  await page.goto('/actions/edge:echo');
  const submit = page.getByRole('button', { name: 'Echo', exact: true });
  await submit.press('Enter');
  const count = page.getByRole('textbox', { name: /^Count/ });
  await expect(count).toHaveAttribute('aria-invalid', 'true');
  await count.fill('3');
  const codes = page.getByRole('textbox', { name: /^Codes/ });
  await codes.fill('a');
  await codes.press('Enter');
  await submit.press('Enter');
  await expect(result(page)).toContainText('"PUT"');
  await expect(result(page)).toContainText(String.raw`\"count\":3`);
  await expect(result(page)).toContainText(String.raw`\"codes\":[\"a\"]`);

  await page.goto('/actions/edge:upload');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file…' }).click();
  await (await chooser).setFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b\n1,2\n3,4\n'),
  });
  await page.getByRole('button', { name: 'Upload a table', exact: true }).click();
  await expect(result(page)).toContainText('text/csv: 3 lines');
});
