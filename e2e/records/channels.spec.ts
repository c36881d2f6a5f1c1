import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { openSecondBrowser } from '../support/customers';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests the channel pages between browsers. Each test uses a channel of its own.
test.use({ live: true });

const log = (page: Page) => page.getByRole('log');
const status = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) });

async function openChannel(page: Page, path: string) {
  await page.goto(`/channels/${path}`);
  await expect(status(page, 'Joined')).toBeVisible();
}

async function send(page: Page, text: string) {
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill(text);
  await field.press('Enter');
  await expect(field).toHaveValue('');
}

/** Returns the text frames that a page sends and receives. */
function watchFrames(page: Page) {
  const frames = { sent: [] as string[], received: [] as string[] };
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.sent.push(payload.toString()));
    socket.on('framereceived', ({ payload }) => frames.received.push(payload.toString()));
  });
  return frames;
}

test('two users join a channel by name, see each other and exchange text and JSON', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'staff');
  const frames = watchFrames(other);
  await page.goto('/');
  await page.getByRole('link', { name: 'Channels' }).click();
  await page.getByLabel('Channel name').fill('tableside:presence:public:orders');
  await page.getByRole('button', { name: 'Join channel' }).click();
  await expect(page.getByText('Names that start with “tableside:” are reserved')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Channel name').fill('Van 1/north');
  await page.getByRole('button', { name: 'Join channel' }).click();
  await expect(status(page, 'Joined')).toBeVisible();
  await openChannel(other, 'Van%201%2Fnorth');

  const users = page.getByRole('button', { name: '2 clients in this channel' });
  await users.click();
  await expect(page.getByRole('dialog', { name: 'In this channel' })).toContainText('Signe Østergaard');
  await page.keyboard.press('Escape');

  await send(page, 'Van leaves in 5 minutes');
  await expect(log(page)).toContainText('Sent');
  await expect(log(other)).toContainText('Van leaves in 5 minutes');
  await other.getByRole('combobox', { name: 'Format' }).click();
  await other.getByRole('option', { name: 'JSON' }).click();
  const text = other.getByRole('textbox', { name: 'Message', exact: true });
  await text.fill('{"minutes":');
  await text.press('Enter');
  await expect(other.getByText('This is not valid JSON')).toBeVisible();
  await other.getByRole('textbox', { name: 'Event' }).fill('eta');
  await send(other, '{"minutes": 5}');
  await expect(log(page)).toContainText('{"minutes":5}');
  await expect(log(page)).toContainText('eta');
  await expectAccessible(page);

  // Of the app's own channels, the page joined none: the name in the join is the user's.
  const joins = frames.sent.filter((frame) => frame.includes('phx_join')).join('\n');
  expect(joins).toContain('"realtime:Van 1/north"');
  expect(joins).not.toContain('access_token":"e');
  expect(frames.received.join('\n')).toContain('Van leaves in 5 minutes');
  await other.close();
  await expect(page.getByRole('button', { name: '1 client in this channel' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the log pauses, filters, is saved and cleared', async ({ page, browser, baseURL }) => {
  await signIn(page, 'owner');
  const other = await openSecondBrowser(browser, baseURL, 'staff');
  await openChannel(page, 'log');
  await openChannel(other, 'log');
  await send(other, 'first notice');
  await expect(log(page)).toContainText('first notice');
  await page.getByRole('button', { name: 'Pause' }).click();
  await send(other, 'second notice');
  const resume = page.getByRole('button', { name: 'Resume, 1 waiting' });
  await expect(resume).toBeVisible();
  await expect(log(page)).not.toContainText('second notice');
  await resume.click();
  await expect(log(page)).toContainText('second notice');

  await page.getByRole('searchbox', { name: 'Filter messages' }).fill('SECOND');
  await expect(log(page).getByRole('listitem')).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save log' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('log.jsonl');
  expect(JSON.parse(readFileSync(await saved.path(), 'utf8'))).toMatchObject({
    kind: 'received',
    event: 'message',
    payload: { text: 'second notice' },
  });
  await page.getByRole('button', { name: 'Clear log' }).click();
  await expect(page.getByText('No messages yet')).toBeVisible();
});

test('a rejected private channel is explained, and a lost connection is shown with its gap', async ({
  page,
  workspace,
}) => {
  await signIn(page, 'staff');
  await page.goto('/channels/offers?private');
  const rejected = page.getByRole('alert').filter({ hasText: 'You can’t join this channel' });
  await expect(rejected).toContainText('policy on realtime.messages');
  await expect(rejected).toContainText('Unauthorized');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rejected).toContainText('Unauthorized');

  await openChannel(page, 'offers');
  await send(page, 'before the gap');
  await workspace.crash();
  await expect(log(page)).toContainText('Messages may be missing here');
  await expect(status(page, 'Joined')).toBeVisible();
  await page.context().setOffline(true);
  await expect(status(page, 'Offline')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await page.context().setOffline(false);
  await expect(status(page, 'Joined')).toBeVisible();
  await send(page, 'after the gap');
  await expect(log(page)).toContainText('after the gap');
});

test('two tabs of a browser use one websocket for a channel', async ({ page }) => {
  await signIn(page, 'owner');
  const second = await page.context().newPage();
  let sockets = 0;
  second.on('websocket', () => {
    sockets += 1;
  });
  await openChannel(page, 'tabs');
  await openChannel(second, 'tabs');
  await send(second, 'from the second tab');
  await expect(log(page)).toContainText('from the second tab');
  await expect(log(second).getByRole('listitem')).toHaveCount(1);
  expect(sockets).toBe(0);
  await page.close();
  await expect.poll(() => sockets).toBe(1);
  await expect(log(second)).toContainText('Messages may be missing here');
  await send(second, 'alone');
  await expect(log(second)).toContainText('alone');
});
