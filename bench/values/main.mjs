// Measures how long large values block the page: opens a grid and a record with texts of 200 kB, 1 MB and 5 MB and a
// jsonb of 20 MB, loads each text as a whole, edits it and saves it. The reference is the same page with small values.
// Reports the longest task of the main thread in milliseconds of its CPU time, which other processes of the machine
// change less than the elapsed time: the median of the rounds, and the largest.
//
//   node bench/values/main.mjs --binary bin/tableside [--rounds 5] [--profile "5 MB: save"]
//
// --profile prints the functions with the most CPU time in a step.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startWorkspace } from '../page/start-workspace.mjs';
import { findLongestTask, printProfile } from './trace.mjs';

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string', default: 'bin/tableside' },
    port: { type: 'string', default: '18642' },
    rounds: { type: 'string', default: '5' },
    profile: { type: 'string' },
  },
});

/** The CPU times of the longest tasks, by step. */
const times = new Map();

/** Runs a step and stores the CPU time of its longest task. */
async function measure(browser, page, name, step) {
  const isProfiled = options.profile === name && !times.has(name);
  const session = isProfiled ? await page.context().newCDPSession(page) : undefined;
  await session?.send('Profiler.enable');
  await session?.send('Profiler.start');
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-toplevel', '__metadata'],
  });
  try {
    await step();
    await page.waitForTimeout(1000); // tasks after the step: writes to IndexedDB, rendering
  } finally {
    const trace = JSON.parse((await browser.stopTracing()).toString());
    times.set(name, [...(times.get(name) ?? []), findLongestTask(trace)]);
  }
  if (session) printProfile((await session.send('Profiler.stop')).profile);
}

async function openRecord(browser, page, url, name, id, field) {
  await measure(browser, page, `${name}: grid and record`, async () => {
    await page.goto(`${url}/tables/public/documents?id=in.(1,${id})&record=id.eq.${id}`);
    await page.getByRole('complementary', { name: 'Record' }).locator(field).first().waitFor();
  });
}

async function measureText(browser, page, url, name, id) {
  const record = page.getByRole('complementary', { name: 'Record' });
  const body = record.getByRole('textbox', { name: 'Body' });
  await openRecord(browser, page, url, name, id, '[aria-label="First part of Body"]');
  await measure(browser, page, `${name}: load all`, async () => {
    await record.getByRole('button', { name: 'Load all' }).click();
    await body.waitFor();
  });
  await measure(browser, page, `${name}: type`, async () => {
    await body.press('ControlOrMeta+Home');
    await body.pressSequentially('Start');
  });
  const save = record.getByRole('button', { name: /^Save/ });
  await measure(browser, page, `${name}: save`, async () => {
    await save.click();
    await save.waitFor({ state: 'detached', timeout: 60_000 });
  });
}

async function measureAll(browser, page, url) {
  await openRecord(browser, page, url, 'small values', 1, 'textarea');
  await measureText(browser, page, url, '200 kB', 2);
  await measureText(browser, page, url, '1 MB', 3);
  await measureText(browser, page, url, '5 MB', 4);
  await openRecord(browser, page, url, '20 MB of JSON', 5, '[aria-label="First part of Data"]');
}

function printTimes() {
  console.log(`${''.padEnd(34)}${'median ms'.padStart(10)}${'largest ms'.padStart(12)}`);
  for (const [name, values] of times) {
    const sorted = values.toSorted((a, b) => a - b);
    const median = sorted[Math.floor((sorted.length - 1) / 2)];
    console.log(
      `${name.padEnd(34)}${median.toFixed(0).padStart(10)}${sorted.at(-1).toFixed(0).padStart(12)}`,
    );
  }
}

const root = path.resolve(import.meta.dirname, '../..');
const sqlFile = path.join(root, 'localbase/testdata/shop.sql');
const workspace = await startWorkspace(options.binary, sqlFile, options.port);
try {
  const executablePath = execFileSync(path.join(root, 'scripts/browser'), { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.context().addCookies(workspace.cookies);
  await page.goto(`${workspace.url}/tables/public/categories`);
  await page.getByRole('gridcell').first().waitFor();
  for (let round = 0; round < Number(options.rounds); round++) await measureAll(browser, page, workspace.url);
  printTimes();
  await browser.close();
} finally {
  await workspace.stop();
}
