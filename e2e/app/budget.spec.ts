import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { signIn } from '../support/support';
import { test } from '../support/workspace';

// Checks the number of requests until a page shows its first content. ui/check-budget.mjs checks the bytes.

interface PageBudget {
  limits: { requests: number; scriptFiles: number };
}

const budget: Record<string, PageBudget> = JSON.parse(readFileSync('ui/budget.json', 'utf8'));

interface Load {
  /** The requests before the content was shown, with the page itself. */
  requests: number;
  /** The scripts that were requested before the content was shown. */
  scripts: number;
  /** The URLs of the loaded fonts. */
  fonts: string[];
  /** The number of fonts that the page uses. */
  usedFonts: number;
}

/** Runs in the page: notes the time at which at least `count` elements match the selector and are painted. */
function watchContent({ selector, count }: { selector: string; count: number }) {
  const hasContent = (element: Element) => element.matches('input') || element.textContent?.trim() !== '';
  const check = () => {
    const found = [...document.querySelectorAll(selector)].filter(hasContent).length >= count;
    // In the frame that paints the content: in the next one, the app can already load further code.
    if (found) performance.mark('content-shown');
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/** Opens a page, and returns what it loaded until it showed its content. */
async function openPage(page: Page, url: string, selector: string, count = 1): Promise<Load> {
  await page.addInitScript(watchContent, { selector, count });
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('content-shown').length > 0);
  return page.evaluate(async () => {
    await document.fonts.ready;
    const shownAt = performance.getEntriesByName('content-shown')[0]?.startTime ?? 0;
    const resources = performance.getEntriesByType('resource');
    const early = resources.filter(({ startTime }) => startTime < shownAt);
    const urls = new Set(resources.map(({ name }) => name));
    return {
      requests: early.length + 1,
      scripts: early.filter(({ name }) => name.endsWith('.js')).length,
      fonts: [...urls].filter((url) => url.endsWith('.woff2')),
      usedFonts: [...document.fonts].filter(({ status }) => status === 'loaded').length,
    };
  });
}

function expectWithinBudget(name: string, { requests, fonts, usedFonts }: Load) {
  const limit = budget[name]?.limits.requests ?? 0;
  console.log(`${name}: ${requests} requests (limit ${limit}), ${fonts.length} fonts`);
  expect(requests).toBeLessThanOrEqual(limit);
  expect(usedFonts, 'the fonts that the page uses').toBe(fonts.length);
}

test('the sign-in page loads no more than its budget', async ({ page }) => {
  const load = await openPage(page, '/', 'input[type=password]');
  expectWithinBudget('sign-in', load);
});

test('a signed-in start loads no more than its budget', async ({ page }) => {
  await signIn(page, 'owner');
  expectWithinBudget('signed-in start', await openPage(page, '/account', '#page h1'));
});

test('the first grid loads no more than its budget, and other code after its rows are shown', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const rows = '[role=grid] [role=row]:has([role=gridcell]) [role=gridcell]:nth-child(2)';
  const load = await openPage(page, '/tables/public/orders', rows, 15);
  expectWithinBudget('first grid', load);
  // A component of the first view that loads its own code would delay the rows.
  expect(load.scripts, 'the scripts before the rows').toBeLessThanOrEqual(
    budget['first grid']?.limits.scriptFiles ?? 0,
  );

  await page.waitForFunction(() => performance.getEntriesByName('tableside-code-loaded').length > 0);
  const late = await page.evaluate(() => {
    const shownAt = performance.getEntriesByName('content-shown')[0]?.startTime ?? 0;
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    return scripts.filter(({ startTime }) => startTime > shownAt).length;
  });
  expect(late, 'the scripts that were loaded after the rows were shown').toBeGreaterThan(2);
});
