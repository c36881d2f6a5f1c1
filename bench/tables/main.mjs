// Measures how fast a workspace of 500 tables opens, compared with one of 20 tables in turns: the milliseconds from the
// start of the navigation until the first row of a table, and the home page, are painted. Each visit has an empty cache.
//
//   node bench/tables/main.mjs --binary bin/tableside [--rounds 5]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startWorkspace } from '../page/start-workspace.mjs';
import { measureTimes } from '../page/visit.mjs';

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string', default: 'bin/tableside' },
    port: { type: 'string', default: '18644' },
    rounds: { type: 'string', default: '5' },
  },
});

const root = path.resolve(import.meta.dirname, '../..');

/** Returns a file with the statements of many_tables.sql for `count` tables. */
function writeSQL(folder, count) {
  const sql = readFileSync(path.join(root, 'localbase/testdata/many_tables.sql'), 'utf8');
  const file = path.join(folder, `${count}.sql`);
  writeFileSync(file, sql.replace('0..499', `0..${count - 1}`));
  return file;
}

/** Returns the milliseconds until each page of a workspace is ready, and the CPU time of the browser's renderer. */
async function visitPages(browser, { url, cookies }) {
  const table = {
    url: `${url}/tables/public/billing_accounts_01`,
    cookies,
    ready: { selector: '[role=grid] [role=gridcell]', count: 2 },
  };
  const home = { url: `${url}/`, cookies, ready: { selector: 'main h1, main h2', count: 1 } };
  const slow = await measureTimes(browser, table, 4);
  const first = await measureTimes(browser, table, 1);
  const start = await measureTimes(browser, home, 1);
  return {
    'first rows: ready, ms': first.ready,
    'first rows: CPU time, ms': first.cpuTime,
    'first rows: ready, CPU 4 times slower, ms': slow.ready,
    'home page: ready, ms': start.ready,
  };
}

/** Returns the size of the schema in kB as JSON, and as it is sent. */
async function measureSchema({ url, cookies }) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'Accept-Encoding': 'identity' };
  const response = await fetch(`${url}/api/schema`, { headers });
  const arguments_ = ['-s', '-H', `Cookie: ${cookie}`, '-H', 'Accept-Encoding: gzip', `${url}/api/schema`];
  return {
    'schema, kB': (await response.arrayBuffer()).byteLength / 1000,
    'schema as it is sent, kB': execFileSync('curl', arguments_).length / 1000,
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

const folder = mkdtempSync(path.join(tmpdir(), 'tableside-tables-'));
const workspaces = [];
try {
  for (const [i, count] of [500, 20].entries())
    workspaces.push(await startWorkspace(options.binary, writeSQL(folder, count), Number(options.port) + i));
  const executablePath = execFileSync(path.join(root, 'scripts/browser'), { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const results = await Promise.all(workspaces.map(async (workspace) => [await measureSchema(workspace)]));
  for (const workspace of workspaces) await visitPages(browser, workspace); // the servers read the schema
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [i, workspace] of workspaces.entries()) results[i].push(await visitPages(browser, workspace));
  }
  await browser.close();
  console.log(`${''.padEnd(44)}${'500 tables'.padStart(12)}${'20 tables'.padStart(12)}`);
  for (const name of new Set(results[0].flatMap((result) => Object.keys(result)))) {
    const figures = results.map((rounds) => median(rounds.flatMap((round) => round[name] ?? [])));
    console.log(`${name.padEnd(44)}${figures.map((value) => value.toFixed(0).padStart(12)).join('')}`);
  }
} finally {
  for (const workspace of workspaces) await workspace.stop();
  rmSync(folder, { recursive: true, force: true });
}
