// Measures the frames of a scroll through a folder of 100,000 files, compared with a folder of 100 files in the same
// browser.
//
//   node bench/files/scroll.mjs --binary bin/tableside
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startServer } from '../page/start-server.mjs';
import { traceFrames } from '../rows/frames.mjs';

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string', default: 'bin/tableside' },
    port: { type: 'string', default: '8176' },
  },
});
const baseURL = `http://localhost:${options.port}`;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A bucket with a large and a small folder. The files have no contents. */
const tables = `
insert into storage.buckets (id, name, public) values ('many', 'many', false);
create policy "Users see the buckets" on storage.buckets for select to authenticated using (true);
create policy "Users read the files" on storage.objects for select to authenticated using (bucket_id = 'many');
create policy "Users delete the files" on storage.objects for delete to authenticated using (bucket_id = 'many');
insert into storage.objects (bucket_id, name, version, metadata)
select 'many', folder || '/file ' || to_char(n, 'FM000000') || '.txt', gen_random_uuid(),
  '{"size": 1234, "mimetype": "text/plain", "eTag": "\\"e\\""}'
from (values ('large', 100000), ('small', 100)) folders(folder, size), generate_series(1, size) n;
analyze storage.objects;`;

/** Scrolls by the wheel, 3,600 px down and up again, for some seconds. */
async function measureScroll(browser, page) {
  const box = await page.locator('[data-scroller]').last().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => {
    window.longTasks = [];
    window.observer = new PerformanceObserver((list) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    window.observer.observe({ type: 'longtask' });
  });
  const frames = await traceFrames(browser, page, async () => {
    for (let turn = 0; turn < 180; turn++) {
      await page.mouse.wheel(0, turn % 60 < 30 ? 120 : -120);
      await page.waitForTimeout(16);
    }
  });
  const tasks = await page.evaluate(() => {
    window.observer.disconnect();
    return window.longTasks;
  });
  return { ...frames, longTasks: tasks.length, longest: Math.max(0, ...tasks) };
}

/** Opens a folder and waits for its first files. */
async function openFolder(page, folder) {
  await page.goto(`${baseURL}/files/many/${folder}`);
  await page.getByRole('link', { name: 'file 000001.txt' }).waitFor();
}

async function measureFolders(browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const account = { email: 'bench@example.test', password: 'correct horse battery' };
  await page.request.post(`${baseURL}/api/auth/sign-up`, { data: account });
  await openFolder(page, 'small');
  const small = await measureScroll(browser, page);
  await openFolder(page, 'large');
  const large = await measureScroll(browser, page);
  // All pages are loaded, as after "Select all".
  const began = performance.now();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByText('100,000 items selected').waitFor({ timeout: 300_000 });
  const selected = (performance.now() - began) / 1000;
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page
    .locator('[data-scroller]')
    .last()
    .evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2;
    });
  await page.getByRole('link', { name: 'file 050000.txt' }).waitFor();
  const middle = await measureScroll(browser, page);
  await context.close();
  return { small, large, middle, selected };
}

const lines = [
  ['frames presented', 'presented'],
  ['presented with partial updates', 'partial'],
  ['frames dropped', 'dropped'],
  ['long tasks', 'longTasks'],
  ['longest task, ms', 'longest'],
];

const data = mkdtempSync(path.join(tmpdir(), 'tableside-bench-'));
chmodSync(data, 0o711); // the database's user must be able to enter it when the process runs as root
let stop;
let browser;
try {
  const binary = path.resolve(options.binary);
  const env = { TABLESIDE_DATA: data, TABLESIDE_DEMO: 'false', TABLESIDE_LOG_LEVEL: 'error' };
  const file = path.join(data, 'tables.sql');
  writeFileSync(file, tables);
  execFileSync(binary, ['local', 'sql', file], { env: { ...process.env, ...env }, stdio: 'inherit' });
  stop = await startServer(binary, [], `${baseURL}/readyz`, {
    ...env,
    TABLESIDE_ADDR: `127.0.0.1:${options.port}`,
  });
  const executablePath = execFileSync(path.join(root, 'scripts/browser'), { encoding: 'utf8' }).trim();
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const { small, large, middle, selected } = await measureFolders(browser);
  console.log(`\n${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}\n`);
  console.log('| | 100 files | 100,000 files, at the top | 100,000 files, in the middle |');
  console.log('|---|---:|---:|---:|');
  for (const [label, key] of lines) {
    console.log(`| ${label} | ${[small, large, middle].map((each) => Math.round(each[key])).join(' | ')} |`);
  }
  console.log(`\nSelecting all 100,000 files: ${selected.toFixed(1)} s`);
} finally {
  await browser?.close();
  await stop?.();
  rmSync(data, { recursive: true, force: true });
}
