import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const uploadsRegion = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const entryLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Chooses a file in the dialog that the Upload button opens. */
async function upload(page: Page, name: string, text: string) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

async function fetchContent(page: Page, path: string): Promise<string> {
  const response = await page.request.get(`/api/files/documents/${path}`);
  expect(response.status()).toBe(200);
  return response.text();
}

test('a file with an existing name is replaced or stored under a new name; files are renamed and deleted', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  const folder = `test-${Date.now()}`;
  await page.goto('/files/documents');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(folder);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(folder));

  await test.step('replaced', async () => {
    await upload(page, 'note.txt', 'first');
    await expect(entryLink(page, 'note.txt')).toBeVisible();
    await upload(page, 'note.txt', 'second');
    await expect(uploadsRegion(page)).toContainText('A file with this name already exists.');
    await expectAccessible(page);
    expect(await fetchContent(page, `${folder}/note.txt`)).toBe('first');
    await uploadsRegion(page).getByRole('button', { name: 'Replace' }).click();
    await expect(uploadsRegion(page)).toContainText('2 files uploaded');
    expect(await fetchContent(page, `${folder}/note.txt`)).toBe('second');
  });
  await test.step('stored under a new name', async () => {
    await upload(page, 'note.txt', 'third');
    await uploadsRegion(page).getByRole('button', { name: 'Keep both' }).click();
    await expect(uploadsRegion(page)).toContainText('3 files uploaded');
    await expect(page.getByRole('link', { name: /^note/ })).toHaveCount(2);
    expect(await fetchContent(page, `${folder}/note.txt`)).toBe('second');
    await uploadsRegion(page).getByRole('button', { name: 'Close' }).click();
  });
  await test.step('renamed, by keyboard', async () => {
    await entryLink(page, 'note.txt').press('F2');
    await page.getByRole('dialog').getByLabel('Name').fill('note, renamed.txt');
    await page.keyboard.press('Enter');
    await expect(entryLink(page, 'note, renamed.txt')).toBeVisible();
    await expect(entryLink(page, 'note.txt')).toHaveCount(0);
    expect(await fetchContent(page, `${folder}/note,%20renamed.txt`)).toBe('second');
  });
  await test.step('deleted', async () => {
    await page.getByRole('button', { name: 'Actions for note, renamed.txt' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete “note, renamed.txt”?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete file' }).click();
    await expect(entryLink(page, 'note, renamed.txt')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^note/ })).toHaveCount(1);
    const response = await page.request.get(`/api/files/documents/${folder}/note,%20renamed.txt`);
    expect(response.status()).toBe(404);
  });
  expect(errors).toEqual([]);
});

test('an upload to which a proxy responds with a page is reported as failed', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/files/documents');
  await page.route('**/api/files/documents/**', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to the network</h1>' })
      : route.continue(),
  );
  await upload(page, 'never-stored.txt', 'x');
  await expect(uploadsRegion(page)).toContainText('The server sent an unexpected response.');
  await expect(entryLink(page, 'never-stored.txt')).toHaveCount(0);
});
