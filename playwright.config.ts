import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Where the walks' Tablesides keep their data (e2e/workspace.ts). Workers load this file again: decided once, in the parent.
if (!process.env.E2E_DATA) {
  process.env.E2E_DATA = mkdtempSync(join(tmpdir(), 'tableside-e2e-'));
  chmodSync(process.env.E2E_DATA, 0o711); // the database's user has to get through it when we are root
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  // A walk that passes only on a Tableside started anew is listed as flaky: read its trace, mend it.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 120_000, // axe on a busy machine takes its time; nothing here measures speed
  expect: { timeout: 20_000 },
  use: {
    // Clicks, waitForResponse, waitForEvent...: a wait for what does not come fails soon, and names its line.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    launchOptions: {
      executablePath: execFileSync('./scripts/browser', { encoding: 'utf8' }).trim(),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
});
