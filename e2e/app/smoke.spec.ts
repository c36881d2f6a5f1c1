import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { signIn } from '../support/support';
import { test } from '../support/workspace';

test('scripts/smoke passes with curl only', async ({ baseURL }) => {
  const out = execFileSync('./scripts/smoke', [baseURL ?? ''], { encoding: 'utf8' });
  expect(out.trim().split('\n').length).toBeGreaterThan(20);
  expect(out).not.toContain('FAIL');
});

test('the license notices of npm packages, Go modules and fonts are in the app and the binary', async ({
  page,
}) => {
  const printed = execFileSync('./bin/tableside', ['licenses'], { encoding: 'utf8', maxBuffer: 8 << 20 });
  for (const name of [
    'react-dom',
    'github.com/labstack/echo/v5',
    '@fontsource-variable/inter',
    'Go standard library',
  ]) {
    expect(printed).toContain(`\n${name} `);
  }
  await signIn(page, 'viewer');
  await page.goto('/account');
  const notices = page.getByRole('link', { name: 'Third-party license notices' });
  const [opened] = await Promise.all([page.context().waitForEvent('page'), notices.click()]);
  await expect(opened.getByText('SIL OPEN FONT LICENSE').first()).toBeVisible();
});

test('the font does not replace characters: 8x7 and -> keep the width of their letters', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button').first()).toBeVisible();
  const widths = await page.evaluate(async () => {
    await document.fonts.ready;
    const text = document.createElement('span');
    text.textContent = '8x7b ->';
    document.body.append(text);
    const shown = text.getBoundingClientRect().width;
    text.style.fontVariantLigatures = 'none';
    const plain = text.getBoundingClientRect().width;
    text.remove();
    return { shown, plain };
  });
  expect(widths.shown).toBe(widths.plain);
});
