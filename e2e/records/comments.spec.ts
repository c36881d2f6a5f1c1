import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible, type Role, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Comments on records: who sees them, writing, editing, deleting, drafts and errors.

const conversation = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comments = (page: Page) => conversation(page).getByRole('log').locator('> ol > li');
const input = (page: Page) => conversation(page).getByRole('textbox', { name: 'Write a comment' });

async function openBrowser(browser: Browser, baseURL: string | undefined, role: Role): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, role);
  return page;
}

async function openRecord(page: Page, table: string, id: number) {
  await page.goto(`/tables/public/${table}?record=id.eq.${id}`);
  await expect(conversation(page)).toBeVisible();
}

async function writeComment(page: Page, text: string) {
  await input(page).fill(text);
  await conversation(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(input(page)).toHaveValue('');
}

async function chooseAction(page: Page, text: string, action: string) {
  const comment = comments(page).filter({ hasText: text });
  await comment.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menu').getByRole('menuitem', { name: action }).click();
}

/** Returns the ids of an order of Jonas, and of one that he cannot see. */
async function findOrders(staff: Page, viewer: Page): Promise<{ own: number; foreign: number }> {
  const list = async (page: Page): Promise<number[]> => {
    const response = await page.request.get('/api/rows/orders?select=id&order=id.desc&limit=200');
    return (await response.json()).map(({ id }: { id: number }) => id);
  };
  const [all, visible] = await Promise.all([list(staff), list(viewer)]);
  const foreign = all.find((id) => !visible.includes(id));
  const [own] = visible;
  if (own === undefined || foreign === undefined) throw new Error('the demo has no such orders');
  return { own, foreign };
}

test('two users discuss a record; a user who cannot read the row cannot read its comments', async ({
  browser,
  baseURL,
}) => {
  const signe = await openBrowser(browser, baseURL, 'staff');
  const jonas = await openBrowser(browser, baseURL, 'viewer');
  const errors = watchErrors(signe);
  const { own, foreign } = await findOrders(signe, jonas);

  await test.step('a comment has its author, its time and Markdown', async () => {
    await openRecord(signe, 'orders', own);
    await writeComment(signe, 'The van leaves at **7:30**. See [the route](https://maps.test/r) <b>now</b>');
    const comment = comments(signe).filter({ hasText: 'The van leaves' });
    await expect(comment).toContainText('Signe Østergaard');
    await expect(comment.getByRole('time')).toBeVisible();
    await expect(comment.locator('strong', { hasText: '7:30' })).toBeVisible();
    await expect(comment.getByRole('link', { name: 'the route' })).toHaveAttribute(
      'href',
      'https://maps.test/r',
    );
    await expect(comment).toContainText('<b>now</b>');
  });

  await test.step('the customer sees it and replies by keyboard', async () => {
    await openRecord(jonas, 'orders', own);
    await expect(comments(jonas).filter({ hasText: 'The van leaves' })).toBeVisible();
    await input(jonas).fill('Thank you');
    await input(jonas).press('ControlOrMeta+Enter');
    await expect(comments(jonas).filter({ hasText: 'Thank you' })).toContainText('Jonas Keller');
    await expect(input(jonas)).toBeFocused();
  });

  await test.step('only authors can edit and delete a comment', async () => {
    const foreignComment = comments(jonas).filter({ hasText: 'The van leaves' });
    await foreignComment.getByRole('button', { name: /^Actions/ }).click();
    await expect(jonas.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
    await expect(jonas.getByRole('menuitem', { name: 'Edit' })).toBeHidden();
    await jonas.keyboard.press('Escape');
  });

  await test.step('comments on a row that a user cannot read stay hidden', async () => {
    await openRecord(signe, 'orders', foreign);
    await writeComment(signe, 'Not for Jonas');
    await jonas.goto(`/tables/public/orders?record=id.eq.${foreign}`);
    await expect(jonas.getByText('Record not found')).toBeVisible();
    await expect(conversation(jonas)).toBeHidden();
    const response = await jonas.request.get('/api/rows/tableside_comments?select=body');
    expect(response.status()).toBe(200);
    const text = await response.text();
    expect(text).toContain('The van leaves');
    expect(text).not.toContain('Not for Jonas');
  });
  expect(errors).toEqual([]);
});

test('an author edits and deletes a comment, and restores it', async ({ page }) => {
  await signIn(page, 'staff');
  await openRecord(page, 'products', 3);
  await writeComment(page, 'First text');
  await chooseAction(page, 'First text', 'Edit');
  const editor = conversation(page).getByRole('textbox', { name: 'Edit comment' });
  await expect(editor).toBeFocused();
  await editor.fill('Second text');
  await editor.press('Escape');
  await expect(comments(page).filter({ hasText: 'First text' })).toBeVisible();
  await expect(conversation(page)).toBeVisible(); // Escape did not close the record.

  await chooseAction(page, 'First text', 'Edit');
  await editor.fill('Second text');
  await conversation(page).getByRole('button', { name: 'Save' }).click();
  await expect(comments(page).filter({ hasText: 'Second text' })).toContainText('edited');

  await chooseAction(page, 'Second text', 'Delete…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click();
  await expect(comments(page).filter({ hasText: 'Second text' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(comments(page).filter({ hasText: 'Second text' })).toBeVisible();
});

test('an unsent comment survives a reload and a failure', async ({ page }) => {
  await signIn(page, 'staff');
  await openRecord(page, 'products', 4);
  await input(page).fill('Not sent yet');
  await page.reload();
  await expect(input(page)).toHaveValue('Not sent yet');

  await page.route('**/api/rows/tableside_comments*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await input(page).press('ControlOrMeta+Enter');
  const failure = conversation(page).getByRole('alert');
  await expect(failure).toContainText('Your text is still here');
  await expect(input(page)).toHaveValue('Not sent yet');
  await page.unroute('**/api/rows/tableside_comments*');
  await failure.getByRole('button', { name: /Retry|Try again/ }).click();
  await expect(comments(page).filter({ hasText: 'Not sent yet' })).toBeVisible();
  await expect(input(page)).toHaveValue('');
});

test('a user mentions a colleague, who sees a count on the row and the new comments', async ({
  browser,
  baseURL,
}) => {
  const signe = await openBrowser(browser, baseURL, 'staff');
  const ada = await openBrowser(browser, baseURL, 'owner');
  const { id: userId } = (await (await ada.request.get('/api/workspace')).json()).user;
  // The clock of the pages is not that of the database.
  await ada.addInitScript((key) => {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, '{"since":0,"records":{}}');
  }, `tableside.read-comments.${userId}`);

  await openRecord(signe, 'products', 5);
  await writeComment(signe, 'The first comment');
  const suggestions = conversation(signe).getByRole('listbox', { name: 'People to mention' });
  await input(signe).fill('For @ad');
  await expect(suggestions.getByRole('option')).toHaveText([/Ada Lindqvist/]);
  await expectAccessible(signe);
  await input(signe).press('Enter');
  await expect(input(signe)).toHaveValue('For @Ada Lindqvist ');
  await expect(suggestions).toBeHidden();
  await conversation(signe).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(input(signe)).toHaveValue('');
  await expect(comments(signe).filter({ hasText: 'For @Ada' }).locator('[data-self]')).toHaveCount(0);

  await ada.goto('/tables/public/products?id=eq.5');
  const row = ada.getByRole('grid').getByRole('row').nth(1);
  await expect(row.getByText('2 comments, 2 unread')).toBeAttached();
  await expectAccessible(ada);
  await openRecord(ada, 'products', 5);
  await expect(comments(ada).first()).toContainText('New');
  await expect(comments(ada).filter({ hasText: 'For @Ada' }).locator('[data-self]')).toHaveText(
    '@Ada Lindqvist',
  );
  await ada.goto('/tables/public/products?id=eq.5');
  await expect(row.getByText('2 comments', { exact: true })).toBeAttached();

  // Customers see owners and staff only.
  const jonas = await openBrowser(browser, baseURL, 'viewer');
  const response = await jonas.request.get('/api/rows/orders?select=id&limit=1');
  await openRecord(jonas, 'orders', (await response.json())[0].id);
  await input(jonas).fill('@');
  const options = conversation(jonas).getByRole('option');
  await expect(options.filter({ hasText: 'Ada Lindqvist' })).toBeVisible();
  await input(jonas).fill('@Jonas');
  await expect(options).toHaveCount(0);
});

test('the conversation is accessible in the panel, on the page and on a phone', async ({ page }) => {
  await signIn(page, 'owner');
  const response = await page.request.get('/api/rows/tableside_comments?table_name=eq.orders&order=id');
  const [first, ...others] = await response.json();
  const [id] = JSON.parse(first.record_key);
  const count = 1 + others.filter((other: typeof first) => other.record_key === first.record_key).length;
  await openRecord(page, 'orders', id);
  await expect(comments(page)).toHaveCount(count);
  await expectAccessible(page);
  await page.goto(`/tables/public/orders?record=id.eq.${id}&panel=full`);
  await expect(comments(page)).toHaveCount(count);
  await page.setViewportSize({ width: 390, height: 844 });
  await input(page).scrollIntoViewIfNeeded();
  await expect(input(page)).toBeVisible();
  await expectAccessible(page);
});
