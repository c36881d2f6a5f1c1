import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openSecondBrowser } from '../support/customers';
import { readSchemaSQL } from '../support/services/processes';
import { expectAccessible, signIn } from '../support/support';
import { test } from '../support/workspace';

// The live parts of conversations: who writes, and messages in projects that store no comments.
test.use({ live: true });

const record = '/tables/public/products?record=id.eq.7';

test('users see who writes, and new comments', async ({ page, browser, baseURL }) => {
  await signIn(page, 'owner');
  const signe = await openSecondBrowser(browser, baseURL, 'staff');
  const conversation = (of: Page) => of.getByRole('region', { name: 'Comments' });
  const input = (of: Page) => conversation(of).getByRole('textbox', { name: 'Write a comment' });
  await page.goto(record);
  await signe.goto(record);
  await expect(input(page)).toBeVisible();
  const typing = conversation(page).getByText('Signe Østergaard is typing…');
  await expect(async () => {
    // Until both pages have joined the channel, nothing is sent.
    await input(signe).press('x');
    await expect(typing).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await input(signe).fill('The last bag');
  await input(signe).press('ControlOrMeta+Enter');
  await expect(conversation(page).getByRole('log')).toContainText('The last bag');
  await expect(typing).toBeHidden();
});

test.describe('without a table of comments', () => {
  test.use({ shape: 'hosted' });

  test('users with the record open exchange messages that are not stored', async ({
    page,
    browser,
    baseURL,
    workspace,
  }) => {
    await signIn(page, 'owner');
    const signe = await openSecondBrowser(browser, baseURL, 'staff');
    const conversation = (of: Page) => of.getByRole('region', { name: 'Messages' });
    const input = (of: Page) => conversation(of).getByRole('textbox', { name: 'Write a message' });
    await page.goto(record);
    await expect(conversation(page)).toContainText('Not stored');
    await expect(conversation(page)).toContainText('The project has no policies for private channels yet');
    await expect(conversation(page)).toContainText('tableside schema-sql --comments');

    const file = join(workspace.dataFolder, 'live.sql');
    writeFileSync(file, readSchemaSQL('--live', 'products'));
    workspace.runSQL(file);
    await page.reload();
    await signe.goto(record);
    await expect(input(page)).toBeVisible();
    await expect(async () => {
      await input(signe).fill('The **van** leaves at 7:30');
      await input(signe).press('ControlOrMeta+Enter');
      await expect(input(signe)).toHaveValue('', { timeout: 2_000 });
    }).toPass();
    const message = conversation(page).getByRole('listitem').filter({ hasText: 'The van leaves at 7:30' });
    await expect(message.first()).toContainText('Signe Østergaard');
    await expectAccessible(page);
    await page.reload();
    await expect(input(page)).toBeVisible();
    await expect(message).toHaveCount(0);
  });
});
