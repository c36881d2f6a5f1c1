import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { isFull } from '../support/size';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const folder = mkdtempSync(join(tmpdir(), 'tableside-uploads-'));
const config = join(folder, 'config.toml');
writeFileSync(config, '[storage]\nfile_size_limit = "1GiB"\n');
test.use({ settings: { TABLESIDE_CONFIG: config } });
test.afterAll(() => rmSync(folder, { recursive: true }));

const megabyte = 1024 * 1024;
const uploadsRegion = (page: Page) => page.getByRole('region', { name: 'Uploads' });

/** Creates a bucket without limits that owners can use. */
function createBucket(runSQL: (file: string) => void, name: string) {
  const file = join(folder, `${name}.sql`);
  writeFileSync(
    file,
    `insert into storage.buckets (id, name, public) values ('${name}', '${name}', false);
     create policy "Owners use ${name}" on storage.objects for all to owner using (bucket_id = '${name}');`,
  );
  runSQL(file);
}

/** Writes a file of random bytes. Returns its path and its SHA-256. */
function createFile(name: string, megabytes: number) {
  const path = join(folder, name);
  const content = randomBytes(megabytes * megabyte);
  writeFileSync(path, content);
  return { path, sum: createHash('sha256').update(content).digest('hex') };
}

async function chooseFiles(page: Page, ...files: Parameters<Page['setInputFiles']>[1][]) {
  await page.getByLabel('Files to upload').setInputFiles(files.flat() as string[]);
}

/** Holds each part of an upload before it is sent, until `open` is called. */
async function holdParts(page: Page) {
  const arrived: Route[] = [];
  let isOpen = false;
  await page.route('**/api/uploads/*', async (route) => {
    if (isOpen || route.request().method() !== 'PATCH') await route.continue();
    else arrived.push(route);
  });
  return {
    /** Waits for a part, and returns its route. */
    next: async (): Promise<Route> => {
      await expect.poll(() => arrived.length, { timeout: 60_000 }).toBeGreaterThan(0);
      return arrived.shift() as Route;
    },
    /** Lets all parts pass from now on. */
    open: () => {
      isOpen = true;
    },
  };
}

const getOffset = (part: Route) => Number(part.request().headers()['upload-offset']);

test('a large upload survives a lost connection, a reload, and the death of the server and the backend', async ({
  page,
  workspace,
}) => {
  test.setTimeout(isFull ? 600_000 : 120_000);
  createBucket(workspace.runSQL, 'large');
  await signIn(page, 'owner');
  page.on('dialog', (dialog) => void dialog.accept()); // the warning of the reload
  await page.goto('/files/large');
  const { path, sum } = createFile('video.bin', isFull ? 300 : 26);
  const region = uploadsRegion(page);

  const parts = await holdParts(page);
  await test.step('a lost connection', async () => {
    await chooseFiles(page, path);
    await (await parts.next()).continue();
    const lost = await parts.next();
    await expect(region).toContainText('Uploading 1 file');
    await lost.abort('connectionreset');
    const again = await parts.next();
    expect(getOffset(again), 'the part is sent again').toBe(getOffset(lost));
    await again.continue();
  });
  await test.step('a reload', async () => {
    const interrupted = await parts.next();
    await expect.poll(() => countStoredContents(page)).toBe(1);
    await page.reload();
    const continued = await parts.next();
    expect(getOffset(continued), 'the upload continues where it was').toBe(getOffset(interrupted));
    await continued.continue();
  });
  await test.step('the death of the server and the backend', async () => {
    const part = await parts.next();
    await workspace.crash();
    parts.open();
    await part.continue();
  });
  await expect(region).toContainText('1 file uploaded', { timeout: 300_000 });
  expect(await fetchSum(page, '/api/files/large/video.bin')).toBe(sum);
  await expect.poll(() => countStoredContents(page), 'nothing remains in the browser').toBe(0);
});

/** Downloads a file with the session of a page, and returns its SHA-256. */
async function fetchSum(page: Page, path: string): Promise<string> {
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await fetch(new URL(path, page.url()), { headers: { cookie: cookies } });
  expect(response.status).toBe(200);
  const hash = createHash('sha256');
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) hash.update(part);
  return hash.digest('hex');
}

/** Counts the files whose contents the browser stores for the next page. */
async function countStoredContents(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('tableside-uploads');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const request = opening.result.transaction('contents').objectStore('contents').count();
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result);
          };
        };
      }),
  );
}

test('uploads continue on other pages, can be paused, and ask once about names', async ({
  page,
  workspace,
}) => {
  const errors = watchErrors(page);
  createBucket(workspace.runSQL, 'names');
  await signIn(page, 'owner');
  await page.goto('/files/names');
  const region = uploadsRegion(page);
  const text = (name: string, content: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });

  await test.step('paused on another page', async () => {
    const parts = await holdParts(page);
    await chooseFiles(page, createFile('paused.bin', 13).path);
    const held = await parts.next();
    await page
      .getByRole('link', { name: /^Orders/ })
      .first()
      .click();
    await expect(page).toHaveURL(/orders/);
    await region.getByRole('button', { name: 'Pause paused.bin' }).click();
    await expect(region).toContainText('1 upload paused');
    await expectAccessible(page);
    await held.abort();
    parts.open();
    await region.getByRole('button', { name: 'Resume paused.bin' }).click();
    await expect(region).toContainText('1 file uploaded');
    await region.getByRole('button', { name: 'Close' }).click();
    await page.goto('/files/names');
  });
  await test.step('one decision for all taken names', async () => {
    await chooseFiles(page, [text('a.txt', 'old'), text('b.txt', 'old')]);
    await expect(region).toContainText('2 files uploaded');
    await region.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('link', { name: 'b.txt', exact: true })).toBeVisible();
    await chooseFiles(page, [text('a.txt', 'new'), text('b.txt', 'new'), text('c.txt', 'new')]);
    await expect(region).toContainText('2 files already exist here.');
    await expectAccessible(page);
    await region.getByRole('button', { name: 'Replace all' }).click();
    await expect(region).toContainText('3 files uploaded');
    expect(await (await page.request.get('/api/files/names/a.txt')).text()).toBe('new');
    await region.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('safe names', async () => {
    await chooseFiles(page, [text('Łódź ☕.txt', 'x')]);
    await expect(region).toContainText('Storage doesn’t accept the name of 1 file.');
    await region.getByRole('button', { name: 'Upload with a safe name' }).click();
    await expect(region).toContainText('Stored as Lodz _.txt');
    await expect(page.getByRole('link', { name: 'Lodz _.txt', exact: true })).toBeVisible();
    await region.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('pasted', async () => {
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
    });
    await expect(region).toContainText(/Pasted \d{4}-\d\d-\d\d/);
    await expect(region).toContainText('1 file uploaded');
  });
  expect(errors).toEqual([]);
});

test('a file is shared with a link that works without an account, and files are downloaded as one archive', async ({
  page,
  browser,
}) => {
  await signIn(page, 'owner');
  for (const name of ['a, b; c.txt', 'two.txt'])
    await page.request.put(`/api/files/documents/shared/${encodeURIComponent(name)}`, {
      data: `content of ${name}`,
    });
  await page.goto('/files/documents/shared');

  await test.step('a link', async () => {
    await page.getByRole('button', { name: 'Actions for a, b; c.txt' }).click();
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “a, b; c.txt”' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expect(dialog).toContainText('Anyone with this link can view and download the file');
    await dialog.getByRole('button', { name: 'Show QR code' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    await expectAccessible(page);
    const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
    const visitor = await browser.newContext();
    expect(await (await visitor.request.get(url)).text()).toBe('content of a, b; c.txt');
    await visitor.close();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('an archive', async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const download = page.waitForEvent('download');
    await page
      .getByRole('toolbar', { name: 'Selected files' })
      .getByRole('button', { name: 'Download' })
      .click();
    expect((await download).suggestedFilename()).toBe('shared.zip');
    expect(await (await download).failure()).toBeNull();
  });
  await test.step('details, with the owner', async () => {
    await page.getByRole('button', { name: 'Actions for two.txt' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Details of “two.txt”' });
    await expect(dialog.getByRole('link', { name: / \(you\)$/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('details, with the rows that use the file', async () => {
    await page.goto('/files/product-photos/coffee');
    await page
      .getByRole('button', { name: /^Actions for .+\.\w+$/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: /^Details of/ });
    await expect(dialog.getByRole('region', { name: 'Used in' }).getByRole('link').first()).toBeVisible();
    await expect(dialog).toContainText('Anyone with the public link');
    await expectAccessible(page);
    await dialog.getByRole('region', { name: 'Used in' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/tables\/public\/products\?record=/);
  });
});
