// Measures the grid on a table of 1,000,000 rows and 40 columns, compared with a table of 10,000 rows, both
// on the real binary and its database, and with react-data-grid alone on computed rows. All run in the same
// browser.
//
//   node bench/rows/main.mjs --binary bin/tableside
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import * as esbuild from 'esbuild';
import { traceFrames } from './frames.mjs';

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string', default: 'bin/tableside' },
    port: { type: 'string', default: '8171' },
  },
});
const baseURL = `http://localhost:${options.port}`;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the selector of the cell that shows whether a row is rendered: its first column with data. */
const cellSelector = (row) =>
  `[role=grid] [aria-rowindex="${row + 1}"] [role=gridcell]:not(:has(input,[role=checkbox]))`;

async function start(data) {
  const env = {
    ...process.env,
    TABLESIDE_DATA: data,
    TABLESIDE_ADDR: `127.0.0.1:${options.port}`,
    TABLESIDE_DEMO: 'false',
    TABLESIDE_LOG_LEVEL: 'warn',
  };
  const binary = path.resolve(options.binary);
  execFileSync(binary, ['local', 'sql', path.join(root, 'bench/rows/tables.sql')], { env, stdio: 'inherit' });
  const server = spawn(binary, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${baseURL}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return server;
    if (tries > 300) throw new Error('the server did not get ready');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Prints the current measurement, because all of them take about two minutes. */
const report = (text) => console.error(`bench/rows: ${text}`);

/** Returns the milliseconds from the call until a cell is painted. Polls on each frame. */
function waitForCell(page, selector) {
  return page.evaluate(async (wanted) => {
    const began = performance.now();
    while (!document.querySelector(wanted)?.textContent) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }, selector);
}

/** Returns the milliseconds from a scroll to a part of the table until all visible rows are rendered. */
function jump(page, share) {
  return page.evaluate(async (part) => {
    const grid = document.querySelector('[role=grid]');
    const began = performance.now();
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part;
    const complete = () => {
      const box = grid.getBoundingClientRect();
      const rows = [...grid.querySelectorAll('[role=row]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= box.top + 30 && bottom <= box.bottom;
      });
      return rows.length > 10 && rows.every((row) => /\d/.test(row.textContent));
    };
    do await new Promise(requestAnimationFrame);
    while (!complete());
    return performance.now() - began;
  }, share);
}

/** Scrolls by the wheel for some seconds, as fast as a person: 18,000 px, 560 rows. */
async function measureScroll(browser, page) {
  const box = await page.getByRole('grid').boundingBox();
  await page.evaluate(() => {
    window.longTasks = [];
    window.observer = new PerformanceObserver((list) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    window.observer.observe({ type: 'longtask' });
  });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const frames = await traceFrames(browser, page, async () => {
    for (let turn = 0; turn < 150; turn++) {
      await page.mouse.wheel(0, 120);
      await page.waitForTimeout(16);
    }
  });
  const tasks = await page.evaluate(() => {
    window.observer.disconnect();
    return window.longTasks;
  });
  return { ...frames, longTasks: tasks.length, longest: Math.max(0, ...tasks) };
}

async function measureMemory(page, cdp) {
  for (let step = 0; step <= 40; step++) await jump(page, ((step * 17) % 41) / 41);
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return { heap: metric('JSHeapUsedSize') / 2 ** 20, nodes: metric('Nodes') };
}

async function measureTable(browser, table, count) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const account = { email: 'bench@example.test', password: 'correct horse battery' };
  const made = await page.request.post(`${baseURL}/api/auth/sign-up`, { data: account });
  if (!made.ok()) await page.request.post(`${baseURL}/api/auth/sign-in`, { data: account });
  report(`${table}: opening`);
  const address = `${baseURL}/tables/public/${table}`;
  // Fills the caches first, so that the first page load does not affect the comparison.
  await page.goto(address);
  await waitForCell(page, cellSelector(1));
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  await waitForCell(page, cellSelector(1));
  const first = await page.evaluate(() => performance.now());
  const cdp = await context.newCDPSession(page);
  report(`${table}: scrolling`);
  const scroll = await measureScroll(browser, page);
  report(`${table}: jumping`);
  const middle = await jump(page, 0.5);
  await jump(page, 0);
  await page.locator(cellSelector(3)).first().click();
  const ended = waitForCell(page, cellSelector(count)); // before the key, which may take its time
  await page.keyboard.press('Control+End');
  const end = await ended;
  report(`${table}: scrolling all over`);
  const memory = await measureMemory(page, cdp);
  await context.close();
  return { first, ...scroll, middle, end, ...memory };
}

async function measureFloor(browser, count) {
  report('react-data-grid alone');
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(root, 'bench/rows/floor.tsx')],
    absWorkingDir: root,
    outdir: '/',
    bundle: true,
    write: false,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.setContent('<!doctype html><title>floor</title>');
  for (const { path: name, text } of outputFiles) {
    await (name.endsWith('.css')
      ? page.addStyleTag({ content: text })
      : page.addScriptTag({ content: text }));
  }
  const began = await page.evaluate((length) => {
    const now = performance.now();
    window.show(length);
    return now;
  }, count);
  await waitForCell(page, cellSelector(1));
  const first = (await page.evaluate(() => performance.now())) - began;
  const cdp = await context.newCDPSession(page);
  const scroll = await measureScroll(browser, page);
  const middle = await jump(page, 0.5);
  const end = await jump(page, 1);
  const memory = await measureMemory(page, cdp);
  await context.close();
  return { first, ...scroll, middle, end, ...memory };
}

const lines = [
  ['first rows shown, ms', 'first'],
  ['scroll: frames presented', 'presented'],
  ['scroll: presented with partial updates', 'partial'],
  ['scroll: frames dropped', 'dropped'],
  ['scroll: long tasks', 'longTasks'],
  ['scroll: longest task, ms', 'longest'],
  ['jump to the middle, ms', 'middle'],
  ['jump to the end, ms', 'end'],
  ['heap after scrolling all over, MB', 'heap'],
  ['DOM nodes after that', 'nodes'],
];

function print(small, large, floor) {
  const number = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(1)).replace(/\.0$/, '');
  console.log(`\n${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}\n`);
  console.log('| | 1,000,000 rows | 10,000 rows | ratio | react-data-grid alone, 1,000,000 |');
  console.log('|---|---:|---:|---:|---:|');
  for (const [label, key] of lines) {
    const ratio = small[key] > 0 ? number(large[key] / small[key]) : '';
    console.log(
      `| ${label} | ${number(large[key])} | ${number(small[key])} | ${ratio} | ${number(floor[key])} |`,
    );
  }
}

const data = mkdtempSync(path.join(tmpdir(), 'tableside-bench-'));
chmodSync(data, 0o711); // the database's user must be able to enter it when the process runs as root
let server;
let browser;
try {
  server = await start(data);
  const executablePath = execFileSync(path.join(root, 'scripts/browser'), { encoding: 'utf8' }).trim();
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const small = await measureTable(browser, 'rows_10k', 10_000);
  const large = await measureTable(browser, 'rows_1m', 1_000_000);
  print(small, large, await measureFloor(browser, 1_000_000));
} finally {
  await browser?.close();
  if (server && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
}
