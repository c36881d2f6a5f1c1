import { expect, type Page } from '@playwright/test';
import { expectAccessible, watchErrors } from '../support/support';
import { test } from '../support/workspace';

test.use({ backend: 'files' });

const scanName = (n: number) => `scan ${String(n).padStart(6, '0')}.txt`;
const entryLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const scroller = (page: Page) => page.locator('[data-scroller]').filter({ has: page.locator('[data-item]') });

async function signUp(page: Page) {
  const account = { email: 'reader@example.test', password: 'correct horse battery' };
  const signedUp = await page.request.post('/api/auth/sign-up', { data: account });
  if (!signedUp.ok()) await page.request.post('/api/auth/sign-in', { data: account });
}

test('a folder of 100,000 files is scrolled with few elements, searched, and selected completely', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await signUp(page);
  await page.goto('/files/large-archive/scans');
  await expect(entryLink(page, scanName(1))).toBeVisible();
  await expectAccessible(page);

  await test.step('scrolls through pages', async () => {
    await entryLink(page, scanName(1)).press('End');
    await expect(entryLink(page, scanName(1000))).toBeFocused();
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '2001');
    await entryLink(page, scanName(1000)).press('ArrowDown');
    await expect(entryLink(page, scanName(1001))).toBeFocused();
    expect(await page.locator('[data-item]').count()).toBeLessThan(100);
    await scroller(page).evaluate((element) => element.scrollTo({ top: 500 * 44 }));
    await expect(entryLink(page, scanName(505))).toBeInViewport();
  });
  await test.step('selects a range that is not visible as a whole', async () => {
    await page.getByRole('checkbox', { name: `Select ${scanName(505)}` }).click();
    await scroller(page).evaluate((element) => element.scrollTo({ top: 900 * 44 }));
    await page.getByRole('checkbox', { name: `Select ${scanName(905)}` }).click({ modifiers: ['Shift'] });
    await expect(page.getByRole('toolbar', { name: 'Selected files' })).toContainText('401 items selected');
    await page.keyboard.press('Escape');
  });
  await test.step('selects all files, also those that are not loaded', async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect(page.getByRole('toolbar', { name: 'Selected files' })).toContainText(
      '100,000 items selected',
      {
        timeout: 90_000,
      },
    );
    await page
      .getByRole('toolbar', { name: 'Selected files' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(page.getByRole('alertdialog')).toContainText('100,000');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });
  expect(errors).toEqual([]);
});

test('a bucket is searched below its folders, in folders that differ only in case; the address has the state', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await signUp(page);
  await page.goto('/files/large-archive');
  await expect(page.getByRole('link', { name: 'Large archive' })).toBeVisible();
  await entryLink(page, 'Case').click();
  await expect(entryLink(page, 'upper.txt')).toBeVisible();
  await expect(entryLink(page, 'lower.txt')).toHaveCount(0);
  await page.goBack();
  await entryLink(page, 'case').click();
  await expect(entryLink(page, 'lower.txt')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search files' }).fill('UPPER');
  await expect(page.getByText('0 matches in case, of 2 files, subfolders included')).toBeVisible();
  await page.getByRole('button', { name: 'Search whole bucket' }).click();
  await expect(page).toHaveURL(/\/files\/large-archive\?search=UPPER$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Search stopped')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('1 match in Large archive, of 100,003 files')).toBeVisible({ timeout: 90_000 });
  await expect(entryLink(page, 'Case/upper.txt')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search files' })).toHaveValue('UPPER');
  expect(errors).toEqual([]);
});
