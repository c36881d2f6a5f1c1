import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Workers load this file again: the folder and the port are decided once, in the parent.
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'tableside-e2e-'));
process.env.E2E_PORT ??= String(20_000 + (process.pid % 20_000)); // two runs on one machine don't meet
const baseURL = `http://localhost:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    launchOptions: {
      executablePath: execFileSync('./scripts/browser', { encoding: 'utf8' }).trim(),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
  webServer: {
    command: './bin/tableside',
    env: {
      TABLESIDE_ADDR: `127.0.0.1:${process.env.E2E_PORT}`,
      TABLESIDE_DATA: process.env.E2E_DATA,
      TABLESIDE_LOG_LEVEL: 'warn',
    },
    url: `${baseURL}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
