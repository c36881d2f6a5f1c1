import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArgs } from './e2e/support/chromium-args';
import { dates, defaultDate } from './e2e/support/dates';
import { isFull } from './e2e/support/size';
import type { Options } from './e2e/support/workspace';

// The folder for all data folders (e2e/support/services/data-folder.ts). Workers load this file again and use the parent's folder.
if (!process.env.E2E_DATA) {
  process.env.E2E_DATA = mkdtempSync(join(tmpdir(), 'tableside-e2e-'));
  chmodSync(process.env.E2E_DATA, 0o711); // the database's user must traverse it when we are root
}

// The tests with the tag @date run on these dates too. The usual date is a Monday; the date of the
// reduced size is a Sunday, on which summer time ends.
const matrix = isFull ? Object.values(dates) : [dates['summer-time-ends']];

export default defineConfig<Options>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  // A test waits for a third of its time: one more worker than cores uses the machine fully.
  workers: availableParallelism() + 1,
  projects: [
    { name: 'all' },
    // The tests with the tag @hosted run in front of a hosted project too.
    ...(process.env.SHAPE ? [] : [{ name: 'hosted', grep: /@hosted/, use: { shape: 'hosted' as const } }]),
    ...matrix
      .filter((date) => date !== defaultDate)
      .map((date) => ({ name: date, grep: /@date/, use: { date } })),
  ],
  // A test that passes only on a retry is listed as flaky: its cause is in the trace.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 120_000, // axe on a busy machine takes its time; nothing here measures speed
  expect: { timeout: 20_000 },
  use: {
    // Clicks, waitForResponse, waitForEvent...: a wait for what does not come fails soon, and names its line.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    // A trace of every test costs a fifth of the CPU time. Without retries it is the only chance to get one.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    launchOptions: {
      executablePath: execFileSync('./scripts/browser', ['headless'], { encoding: 'utf8' }).trim(),
      args: chromiumArgs,
    },
  },
});
