import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Workers load this file again: folders and ports are decided once, in the parent, and no two runs meet.
if (!process.env.E2E_DATA) {
  process.env.E2E_DATA = mkdtempSync(join(tmpdir(), 'tableside-e2e-'));
  chmodSync(process.env.E2E_DATA, 0o711); // the database's user has to get through it when we are root
}
process.env.E2E_PORT ??= String(20_000 + (process.pid % 20_000));

/** A Tableside of its own, with its own data. It is stopped as a person would, by a signal. */
function tableside(name: string, port: number, command: string, env: Record<string, string> = {}) {
  return {
    name,
    command,
    env: {
      TABLESIDE_ADDR: `127.0.0.1:${port}`,
      TABLESIDE_DATA: join(process.env.E2E_DATA ?? '', name),
      TABLESIDE_LOG_LEVEL: 'warn',
      ...env,
    },
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
  };
}

const port = Number(process.env.E2E_PORT);
const awkwardPort = port + 1;
process.env.E2E_AWKWARD = `http://localhost:${awkwardPort}`;
const bulkPort = port + 2;
process.env.E2E_BULK = `http://localhost:${bulkPort}`;
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 180_000, // axe on a busy machine takes its time; nothing here measures speed
  expect: { timeout: 20_000 },
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
  webServer: [
    tableside('demo', port, './bin/tableside'),
    tableside(
      'awkward',
      awkwardPort,
      './bin/tableside local sql localbase/testdata/awkward.sql && exec ./bin/tableside',
      { TABLESIDE_DEMO: 'false', TABLESIDE_SCHEMAS: 'public,depot' },
    ),
    tableside('bulk', bulkPort, './bin/tableside local sql e2e/bulk.sql && exec ./bin/tableside', {
      TABLESIDE_DEMO: 'false',
    }),
  ],
});
