import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);

/** Runs in the page: notes when at least `count` elements match the selector and have been painted. */
function watchReadiness({ selector, count }) {
  const hasContent = (element) => element.matches('input') || element.textContent.trim() !== '';
  const check = () => {
    const found = [...document.querySelectorAll(selector)].filter(hasContent).length >= count;
    requestAnimationFrame(found ? () => (window.readyAt = performance.now()) : check);
  };
  requestAnimationFrame(check);
}

/** Runs in the page. */
function storeItems(items) {
  for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
}

/** Returns the CPU seconds that all renderer processes of the browser have used. */
async function readRendererTime(browserSession) {
  const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Opens a page in a new browser context, which has an empty cache, and calls `read` once it is ready. */
async function visit(browser, { url, cookies = [], localStorage = {}, ready }, slowdown, read) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.addInitScript(storeItems, localStorage);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const responses = [];
    page.on('response', (response) => responses.push(response));
    await page.addInitScript(watchReadiness, ready);
    const browserSession = await browser.newBrowserCDPSession();
    const cpuTime = await readRendererTime(browserSession);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.readyAt, undefined, { polling: 50 });
    const usedCPUTime = (await readRendererTime(browserSession)) - cpuTime;
    await browserSession.detach();
    const { readyAt, requested } = await page.evaluate(() => ({
      readyAt: window.readyAt,
      // Without the code that the page loads for later, while this script notices that it is ready.
      requested: performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < window.readyAt)
        .map(({ name }) => name),
    }));
    const needed = responses.filter((response) => requested.includes(response.url()));
    return await read({ readyAt, cpuTime: usedCPUTime * 1000, responses: needed });
  } finally {
    await context.close();
  }
}

/**
 * Returns the milliseconds from the start of the navigation until a page is ready, and the milliseconds
 * of CPU time that the browser's renderer used. `slowdown` divides the speed of the CPU.
 */
export function measureTimes(browser, page, slowdown) {
  return visit(browser, page, slowdown, ({ readyAt, cpuTime }) => ({ ready: readyAt, cpuTime }));
}

/** Returns the number of scripts until a page is ready, and their bytes as brotli, however they were sent. */
export function measureScripts(browser, page) {
  return visit(browser, page, 1, async ({ responses }) => {
    const isScript = (response) => /javascript/.test(response.headers()['content-type'] ?? '');
    const bodies = await Promise.all(responses.filter(isScript).map((response) => response.body()));
    const compressed = await Promise.all(bodies.map((body) => brotli(body)));
    return { files: bodies.length, bytes: compressed.reduce((sum, { length }) => sum + length, 0) };
  });
}
