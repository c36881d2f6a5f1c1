// Opens a dashboard in Chromium once for each line of the input, and prints the milliseconds until all tiles are drawn:
//   - load: from the start of the navigation to its address. The HTTP cache is warm after the first time.
//   - load new: the same; the browser's storage contains nothing of the dashboard, as when it is opened for the first time.
//   - open: from a click on its link on the home page, which has loaded and is idle.
//
//	node bench/dashboard/page.mjs URL COOKIES TILES
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [url, cookies, tiles] = process.argv.slice(2);

/** Runs in the page: notes when all tiles have a number or a chart and have been painted, and when the link was clicked. */
function watchTiles(count) {
  addEventListener('click', () => (window.startedAt = performance.now()), { capture: true });
  const drawn = '[data-tile]:has([data-mark], a[title="Open rows"])';
  const check = () => {
    const isReady = document.querySelectorAll(drawn).length >= count;
    requestAnimationFrame(isReady ? () => (window.readyAt = performance.now()) : check);
  };
  requestAnimationFrame(check);
}

const executablePath = execFileSync(path.join(root, 'scripts/browser'), { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
async function createContext() {
  // All tiles are in view, so that all of them load.
  const context = await browser.newContext({ viewport: { width: 1440, height: 1800 }, timezoneId: 'UTC' });
  await context.addCookies(
    cookies.split('; ').map((cookie) => {
      const [name, ...value] = cookie.split('=');
      return { name, value: value.join('='), url: new URL(url).origin };
    }),
  );
  await context.addInitScript(watchTiles, Number(tiles));
  return context;
}

const contexts = {
  load: await createContext(),
  'load new': await createContext(),
  open: await createContext(),
};
for await (const line of createInterface({ input: process.stdin })) {
  const page = await contexts[line].newPage();
  if (line === 'open') {
    const { origin, pathname } = new URL(url);
    await page.goto(origin, { waitUntil: 'networkidle' });
    await page.locator(`a[href="${pathname}"]`).first().click();
  } else {
    await page.goto(url, { waitUntil: 'commit' });
  }
  await page.waitForFunction(() => window.readyAt, undefined, { polling: 50, timeout: 60_000 });
  console.log(await page.evaluate(() => window.readyAt - (window.startedAt ?? 0)));
  if (line === 'load new') await page.evaluate(() => localStorage.clear());
  await page.close();
}
await browser.close();
