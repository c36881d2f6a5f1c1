import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const entryLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const card = (page: Page, name: RegExp) => page.getByRole('region', { name });

async function put(page: Page, path: string, content = path) {
  const response = await page.request.put(`/api/files/documents/${path}`, {
    headers: { 'Content-Type': 'text/plain' },
    data: content,
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Returns the content of a file; undefined if it does not exist. */
async function read(page: Page, path: string): Promise<string | undefined> {
  const response = await page.request.get(`/api/files/documents/${path}`);
  return response.status() === 200 ? response.text() : undefined;
}

/** Holds the requests of jobs after the first `count`, until `release` is called. */
async function holdAfter(page: Page, url: string, count: number) {
  const held: Route[] = [];
  let passed = 0;
  let isOpen = false;
  await page.route(url, async (route) => {
    passed += 1;
    if (isOpen || passed <= count) await route.continue();
    else held.push(route);
  });
  return {
    held,
    release: async () => {
      isOpen = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

async function chooseInMenu(page: Page, entry: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${entry}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('folders are created, renamed, moved by drag and dialog, copied and deleted; moves are undone', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await put(page, 'organize/one/a.txt');
  await put(page, 'organize/one/deep/b.txt');
  await put(page, 'organize/two/c.txt');
  await page.goto('/files/documents/organize');

  await test.step('created', async () => {
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('empty');
    await page.getByRole('button', { name: 'Create folder' }).click();
    await expect(page).toHaveURL(/organize\/empty$/);
    await expect(page.getByText('This folder is empty')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'organize' })
      .click();
    await expect(entryLink(page, 'empty')).toBeVisible();
  });
  await test.step('renamed, and undone', async () => {
    await chooseInMenu(page, 'one', 'Rename…');
    await page.getByRole('dialog').getByLabel('Name').fill('uno');
    await page.getByRole('dialog').getByLabel('Name').press('Enter');
    await expect(page.getByText('Folder renamed, with 2 files.')).toBeVisible();
    await expect(entryLink(page, 'uno')).toBeVisible();
    expect(await read(page, 'organize/uno/deep/b.txt')).toBe('organize/one/deep/b.txt');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 files moved back.')).toBeVisible();
    await expect(entryLink(page, 'one')).toBeVisible();
    await expect(entryLink(page, 'uno')).toHaveCount(0);
  });
  await test.step('moved by drag onto a folder, then onto the breadcrumb', async () => {
    await entryLink(page, 'two').dragTo(entryLink(page, 'one'));
    await expect(page.getByText('1 file moved to organize/one.')).toBeVisible();
    await expect(entryLink(page, 'two')).toHaveCount(0);
    await entryLink(page, 'one').click();
    await expect(entryLink(page, 'two')).toBeVisible();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await entryLink(page, 'two').dragTo(crumbs.getByRole('link', { name: 'organize' }));
    await expect(entryLink(page, 'two')).toHaveCount(0);
    await crumbs.getByRole('link', { name: 'organize' }).click();
    await expect(entryLink(page, 'two')).toBeVisible();
    expect(await read(page, 'organize/two/c.txt')).toBe('organize/two/c.txt');
  });
  await test.step('copied by dialog', async () => {
    await chooseInMenu(page, 'one', 'Copy to…');
    const dialog = page.getByRole('dialog', { name: 'Copy “one”' });
    await expect(dialog.getByRole('button', { name: 'Copy here' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'one' }).click();
    await expect(dialog.getByRole('button', { name: 'Copy here' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Parent folder' }).click();
    await dialog.getByRole('button', { name: 'two' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy here' }).click();
    await expect(page.getByText('2 files copied to organize/two.')).toBeVisible();
    expect(await read(page, 'organize/two/one/deep/b.txt')).toBe('organize/one/deep/b.txt');
    expect(await read(page, 'organize/one/deep/b.txt')).toBe('organize/one/deep/b.txt');
  });
  await test.step('copied again, after one decision about all names that exist', async () => {
    const copyAgain = async (decision: string) => {
      await chooseInMenu(page, 'one', 'Copy to…');
      const dialog = page.getByRole('dialog', { name: 'Copy “one”' });
      await expect(dialog.getByText('Documents / organize', { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: 'two' }).click();
      await dialog.getByRole('button', { name: 'Copy here' }).click();
      const copying = card(page, /^Copying “one”/);
      await expect(copying).toContainText('2 files already exist in organize/two.');
      await expectAccessible(page);
      await copying.getByRole('button', { name: decision }).click();
      await expect(copying).toHaveCount(0);
    };
    await put(page, 'organize/one/a.txt', 'changed');
    await copyAgain('Keep all');
    await expect.poll(() => read(page, 'organize/two/one/a (2).txt')).toBe('changed');
    expect(await read(page, 'organize/two/one/a.txt')).toBe('organize/one/a.txt');
    await copyAgain('Replace all');
    await expect.poll(() => read(page, 'organize/two/one/a.txt')).toBe('changed');
    await put(page, 'organize/one/a.txt');
  });
  await test.step('deleted, after their number and size are shown', async () => {
    await chooseInMenu(page, 'two', 'Delete…');
    const dialog = page.getByRole('alertdialog', { name: 'Delete “two”?' });
    await expect(dialog.getByRole('status')).toHaveText(/^5 files, \d+ bytes\.$/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete folder' }).click();
    await expect(page.getByText('5 files deleted.')).toBeVisible();
    await expect(entryLink(page, 'two')).toHaveCount(0);
    expect(await read(page, 'organize/two/c.txt')).toBeUndefined();
    expect(await read(page, 'organize/one/a.txt')).toBe('organize/one/a.txt');
  });
  expect(errors).toEqual([]);
});

test('a move continues after a reload, a canceled move is shown as partly done and can be undone', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const names = Array.from({ length: 45 }, (_, i) => `${i}`.padStart(2, '0'));
  await Promise.all(names.map((name) => put(page, `many/source/${name}.txt`)));
  await page.goto('/files/documents/many');
  const requests = await holdAfter(page, '**/api/files/documents/move', 10);
  page.on('dialog', (dialog) => void dialog.accept());

  await chooseInMenu(page, 'source', 'Rename…');
  await page.getByRole('dialog').getByLabel('Name').fill('target');
  await page.getByRole('dialog').getByLabel('Name').press('Enter');
  const moving = card(page, /^Moving “source”/);
  await expect(moving).toContainText('10 of 45 files');
  await expect.poll(() => requests.held.length).toBeGreaterThan(0);
  await moving.getByRole('button', { name: 'Cancel' }).focus(); // closes the tooltip of the folder's menu
  await expectAccessible(page);
  await page.unroute('**/api/files/documents/move');
  await page.reload();
  await expect(page.getByText('Folder renamed, with 45 files.')).toBeVisible();
  for (const name of names)
    expect(await read(page, `many/target/${name}.txt`)).toBe(`many/source/${name}.txt`);

  const again = await holdAfter(page, '**/api/files/documents/move', 20);
  await chooseInMenu(page, 'target', 'Rename…');
  await page.getByRole('dialog').getByLabel('Name').fill('third');
  await page.getByRole('dialog').getByLabel('Name').press('Enter');
  const second = card(page, /^Moving “target”/);
  await expect(second).toContainText('20 of 45 files');
  await second.getByRole('button', { name: 'Cancel' }).click();
  await again.release();
  await expect(second).toContainText(/2\d of 45 files moved/);
  await expect(second).toContainText('Canceled.');
  await second.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/2\d files moved back\./)).toBeVisible();
  for (const name of names)
    expect(await read(page, `many/target/${name}.txt`)).toBe(`many/source/${name}.txt`);
});

test('a role that a policy rejects sees what was not moved or deleted', async ({ page, browser }) => {
  const owner = await browser.newPage();
  await signIn(owner, 'owner');
  await put(owner, 'inbox/locked/a.txt');
  await put(owner, 'guides/locked/b.txt');
  await signIn(page, 'staff');
  // Staff can delete in the inbox, but not change. The app does not know it: the privileges are unknown.
  await page.route('**/api/files/documents?*privileges=true*', async (route) => {
    const response = await route.fetch();
    const list = await response.json();
    await route.fulfill({
      response,
      json: { ...list, privileges: { insert: null, update: null, delete: null } },
    });
  });
  await page.goto('/files/documents/inbox');
  await chooseInMenu(page, 'locked', 'Rename…');
  await page.getByRole('dialog').getByLabel('Name').fill('moved');
  await page.getByRole('dialog').getByLabel('Name').press('Enter');
  const rejected = card(page, /^Moving “locked”/);
  await expect(rejected).toContainText('0 of 1 file moved');
  await expect(rejected).toContainText('1 rejected by a policy.');
  await rejected.getByRole('button', { name: 'Show report' }).click();
  const report = page.getByRole('dialog', { name: 'Files that were not moved' });
  await expect(report.getByRole('row', { name: 'inbox/locked/a.txt Rejected by a policy' })).toBeVisible();
  await expect(report).toContainText('staff');
  await expectAccessible(page);
  await report.getByRole('button', { name: 'Close' }).first().click();
  await rejected.getByRole('button', { name: 'Dismiss' }).click();

  await page.goto('/files/documents/guides');
  await chooseInMenu(page, 'locked', 'Delete…');
  const dialog = page.getByRole('alertdialog', { name: 'Delete “locked”?' });
  await dialog.getByRole('button', { name: 'Delete folder' }).click();
  await expect(card(page, /^Deleting “locked”/)).toContainText('0 of 1 file deleted');
  await expect(card(page, /^Deleting “locked”/)).toContainText('1 rejected by a policy.');
  expect(await read(page, 'guides/locked/b.txt')).toBe('guides/locked/b.txt');

  await page.goto('/files/documents/guides');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('mine');
  await page.getByRole('button', { name: 'Create folder' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await owner.close();
});
