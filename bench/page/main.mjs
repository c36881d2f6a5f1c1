// Measures how soon a page can be used, for Tableside and PocketBase in the same run: the sign-in form,
// and the first 15 rows of a table for a signed-in user. Each visit has an empty HTTP cache.
//
//   node bench/page/main.mjs --binary bin/tableside
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startPocketBase } from './pocketbase.mjs';
import { startTableside } from './tableside.mjs';
import { measureScripts, measureTimes } from './visit.mjs';

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string', default: 'bin/tableside' },
    port: { type: 'string', default: '8172' },
    visits: { type: 'string', default: '5' },
  },
});

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The program that PocketBase also publishes as a binary. */
const pocketBasePackage = 'github.com/pocketbase/pocketbase/examples/base@v0.36.8';
/** How many times slower the CPU is in the second series of visits. */
const slowdown = 4;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const log = (text) => console.error(`bench/page: ${text}`);

/** Visits a page of all products in turns, so that other load on the machine affects all. Returns medians. */
async function measure(browser, pages, slowdown) {
  const visits = pages.map(() => []);
  for (let i = 0; i < Number(options.visits); i++) {
    for (const [product, page] of pages.entries())
      visits[product].push(await measureTimes(browser, page, slowdown));
  }
  const medianOf = (results, name) => median(results.map((result) => result[name]));
  return visits.map((results) => ({
    ready: medianOf(results, 'ready'),
    cpuTime: medianOf(results, 'cpuTime'),
  }));
}

function printRow(label, results, name, format) {
  const [tableside, pocketbase] = results.map((result) => result[name]);
  const ratio = (tableside / pocketbase).toFixed(2);
  console.log(`| ${label} | ${format(tableside)} | ${format(pocketbase)} | ${ratio} |`);
}

const titles = { signIn: 'sign-in form', rows: 'first 15 rows' };
const milliseconds = (value) => `${Math.round(value)} ms`;
const kilobytes = (value) => `${(value / 1000).toFixed(0)} kB`;

async function main() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-page-'));
  chmodSync(folder, 0o711); // PostgreSQL does not run as root and must traverse the folder.
  const stops = [];
  const port = Number(options.port);
  try {
    log('build PocketBase');
    execFileSync('go', ['install', pocketBasePackage], {
      env: { ...process.env, GOBIN: folder },
      stdio: 'inherit',
    });
    const pocketBaseBinary = path.join(folder, path.basename(pocketBasePackage).split('@')[0]);
    log('start the servers');
    const tableside = await startTableside(
      path.resolve(options.binary),
      path.join(folder, 'tableside'),
      port,
    );
    stops.push(tableside.stop);
    const rows = await tableside.readOrders();
    const pocketbase = await startPocketBase(pocketBaseBinary, path.join(folder, 'pb'), port + 1, rows);
    stops.push(pocketbase.stop);
    const executablePath = execFileSync(path.join(root, 'scripts/browser'), { encoding: 'utf8' }).trim();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    stops.push(() => browser.close());
    console.log(
      `${cpus()[0]?.model}, ${cpus().length} cores; Chromium ${browser.version()}; cold HTTP cache;`,
    );
    console.log(`median of ${options.visits} visits\n`);
    console.log('| | Tableside | PocketBase | ratio |\n|---|---:|---:|---:|');
    for (const [name, title] of Object.entries(titles)) {
      const pages = [tableside.pages[name], pocketbase.pages[name]];
      // Also the first visits of each page: the servers fill their caches.
      const scripts = [];
      for (const page of pages) scripts.push(await measureScripts(browser, page));
      printRow(`${title}: JavaScript, brotli`, scripts, 'bytes', kilobytes);
      printRow(`${title}: JavaScript files`, scripts, 'files', String);
      const times = await measure(browser, pages, 1);
      printRow(`${title}: ready`, times, 'ready', milliseconds);
      printRow(`${title}: CPU time of the renderer`, times, 'cpuTime', milliseconds);
      const slowTimes = await measure(browser, pages, slowdown);
      printRow(`${title}: ready, CPU ${slowdown} times slower`, slowTimes, 'ready', milliseconds);
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
