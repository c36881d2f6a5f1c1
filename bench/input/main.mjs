// Measures how long the main thread of a page is blocked while others change rows of its table, compared with the same
// page without changes: the user moves through the grid and types.
//
//   node bench/input/main.mjs --binary bin/tableside
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startTableside } from '../page/tableside.mjs';

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string', default: 'bin/tableside' },
    port: { type: 'string', default: '8174' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
  },
});

/** Rows that one statement changes, and statements per second: 1,000 changes per second. */
const rowsPerStatement = 100;
const statementsPerSecond = 10;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Changes rows until it is stopped. Returns the number of changed rows. */
function changeRows(url, cookie) {
  let isStopped = false;
  const run = async () => {
    let changes = 0;
    const startedAt = performance.now();
    for (let n = 1; !isStopped; n++) {
      const response = await fetch(`${url}/api/rows/orders?id=lte.${rowsPerStatement}`, {
        method: 'PATCH',
        headers: { cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify({ notes: `Change ${n}` }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      changes += (await response.json()).length;
      await wait(startedAt + (n * 1000) / statementsPerSecond - performance.now());
    }
    return changes;
  };
  const running = run();
  return () => {
    isStopped = true;
    return running;
  };
}

/** Moves through the grid and types into a cell for some seconds. Returns the durations of long tasks and of inputs. */
async function measurePage(page) {
  let reads = 0;
  const count = (request) => {
    if (request.url().includes('/api/rows/')) reads += 1;
  };
  page.on('request', count);
  await page.evaluate(() => {
    const measured = { tasks: [], inputs: [] };
    window.measured = measured;
    window.observers = [
      ['longtask', measured.tasks, {}],
      ['event', measured.inputs, { durationThreshold: 16 }],
    ].map(([type, target, more]) => {
      const observer = new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries())
          if (type === 'longtask' || name === 'keydown') target.push(duration);
      });
      observer.observe({ type, ...more });
      return observer;
    });
  });
  const end = performance.now() + Number(options.seconds) * 1000;
  const cell = page.getByRole('gridcell').nth(2);
  await cell.click();
  let inputs = 0;
  while (performance.now() < end) {
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowUp']) {
      await page.keyboard.press(key);
      inputs += 1;
      await wait(60);
    }
  }
  page.off('request', count);
  const measured = await page.evaluate(() => {
    for (const observer of window.observers) observer.disconnect();
    return window.measured;
  });
  return { ...measured, reads, presses: inputs };
}

/** Returns a quantile; 0 for an empty list. */
const quantile = (values, q) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? 0;

async function main() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-input-'));
  chmodSync(folder, 0o711); // PostgreSQL does not run as root and must traverse the folder.
  const tableside = await startTableside(options.binary, folder, Number(options.port));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const executablePath = execFileSync(path.join(root, 'scripts/browser'), { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const { url, cookies } = tableside.pages.rows;
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('[data-state="live"]').waitFor();
    const series = { 'without changes': [], 'with changes': [] };
    const changes = [];
    for (let round = 0; round <= Number(options.rounds); round++) {
      const quiet = await measurePage(page);
      const stop = changeRows(new URL(url).origin, cookie);
      const busy = await measurePage(page);
      const changed = await stop();
      if (round === 0) continue; // The first round warms up.
      series['without changes'].push(quiet);
      series['with changes'].push(busy);
      changes.push(changed);
    }
    console.log(
      `${cpus().length} x ${cpus()[0].model}; ${changes.join(', ')} changes in ${options.seconds} s each\n`,
    );
    console.log('| page | reads | tasks over 50 ms | longest task | key press p50 | p95 | longest |');
    console.log('|---|---|---|---|---|---|---|');
    for (const [name, rounds] of Object.entries(series)) {
      const tasks = rounds.flatMap((round) => round.tasks);
      // Key presses under 16 ms are not reported.
      const slow = rounds.flatMap((round) => round.inputs);
      const presses = rounds.reduce((sum, round) => sum + round.presses, 0);
      const inputs = [...Array(Math.max(0, presses - slow.length)).fill(16), ...slow];
      const reads = rounds.reduce((sum, round) => sum + round.reads, 0);
      const figures = [
        Math.max(0, ...tasks),
        quantile(inputs, 0.5),
        quantile(inputs, 0.95),
        quantile(inputs, 1),
      ];
      console.log(
        `| ${name} | ${reads} | ${tasks.length} | ${figures.map((value) => `${Math.round(value)} ms`).join(' | ')} |`,
      );
    }
  } finally {
    await browser.close();
    await tableside.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
