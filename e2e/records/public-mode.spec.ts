import { expect, type Page } from '@playwright/test';
import { addCustomer, openSecondBrowser, record } from '../support/customers';
import { expectAccessible, signIn } from '../support/support';
import { test } from '../support/workspace';

// Presence and conversations in a project whose owner installed neither `schema-sql --live` nor `--comments`.
test.use({ live: true, shape: 'hosted' });

const otherUsers = (page: Page) => page.getByRole('button', { name: /other user/i });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Other users' });
const chat = (page: Page) => page.getByRole('region', { name: 'Messages' });
const messageInput = (page: Page) => chat(page).getByRole('textbox', { name: 'Write a message' });

/** Returns all frames that a page sends. */
function watchSentFrames(page: Page) {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(payload.toString())));
  return frames;
}

async function chooseMode(page: Page, mode: string) {
  await otherUsers(page).click();
  await menu(page).getByRole('combobox', { name: 'Who can see me' }).click();
  await page.getByRole('option', { name: mode }).click();
}

test('users see each other and write messages over public channels, after they chose them', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'owner');
  const signe = await openSecondBrowser(browser, baseURL, 'staff');
  const id = await addCustomer(page, 'Public mode');
  const sent = watchSentFrames(signe);
  const path = `/tables/public/customers?record=id.eq.${id}`;
  for (const of of [page, signe]) await of.goto(path);

  await test.step('without policies, nothing is shared, and the page names the reason', async () => {
    await expect(chat(page).getByText('The project has no policies for private channels yet.')).toBeVisible();
    await expect(chat(page).getByText('tableside schema-sql --comments')).toBeVisible();
    await expect(messageInput(page)).toBeHidden();
    await otherUsers(page).click();
    await expect(menu(page)).toContainText('No other user is on this page');
    await expect(menu(page)).toContainText('The project has no policies for this yet.');
    await page.keyboard.press('Escape');
    expect(sent.join(), 'no location was sent').not.toContain('"locations"');
  });

  await test.step('public channels show the users and their records', async () => {
    for (const of of [page, signe]) {
      await chooseMode(of, 'Everyone with the project’s key');
      await expect(menu(of)).toContainText('This works without policies.');
    }
    await expect(menu(page)).toContainText('Signe Østergaard');
    await expect(menu(page)).toContainText('on a record');
    await expectAccessible(page);
    for (const of of [page, signe]) await of.keyboard.press('Escape');
    await expect(record(page).getByRole('img', { name: 'Also here: Signe Østergaard' })).toBeVisible();
  });

  await test.step('messages are labeled as public and not stored', async () => {
    await expect(chat(page).getByText('Not stored')).toBeVisible();
    await expect(chat(page)).toContainText(
      'Everyone with the project’s publishable key can read these messages.',
    );
    await messageInput(signe).pressSequentially('Van leaves in **5** minutes');
    await expect(chat(page).getByText('Signe Østergaard is typing…')).toBeVisible();
    await messageInput(signe).press('ControlOrMeta+Enter');
    const message = chat(page).getByRole('listitem').filter({ hasText: 'Van leaves' });
    await expect(message).toContainText('Signe Østergaard');
    await expect(message.locator('strong', { hasText: '5' })).toBeVisible();
    await expect(messageInput(signe)).toHaveValue('');
    await expectAccessible(page);
    await page.reload();
    await expect(messageInput(page)).toBeVisible();
    await expect(chat(page).getByRole('listitem')).toHaveCount(0);
  });

  await test.step('a user who turns presence off disappears and receives no messages', async () => {
    await expect(record(page).getByRole('img', { name: 'Also here: Signe Østergaard' })).toBeVisible();
    await chooseMode(signe, 'Nobody');
    await expect(record(page).getByRole('img', { name: 'Also here: Signe Østergaard' })).toHaveCount(0);
    await expect(chat(signe)).toContainText('Messages are off, because nobody can see you.');
    await expect(messageInput(signe)).toBeHidden();
  });
});
