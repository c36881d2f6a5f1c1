import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';

/** What a walk's Tableside holds: the demo, or what a file of SQL makes. */
const contents = {
  demo: {},
  awkward: { sql: 'localbase/testdata/awkward.sql', schemas: 'public,depot' },
  bulk: { sql: 'e2e/bulk.sql' },
  million: { sql: 'e2e/million.sql' },
} satisfies Record<string, { sql?: string; schemas?: string }>;

export type Backend = keyof typeof contents;

/** A running Tableside. */
export interface Workspace {
  url: string;
  /** Runs SQL as the database's owner. */
  sql: (file: string) => void;
  /** Stopped as a person would, by a signal. */
  stop: () => Promise<void>;
}

async function start(backend: Backend): Promise<Workspace> {
  const { sql, schemas }: { sql?: string; schemas?: string } = contents[backend];
  const data = mkdtempSync(join(process.env.E2E_DATA ?? '', `${backend}-`));
  chmodSync(data, 0o711); // the database's user has to get through it when we are root
  const port = await freePort();
  const env = {
    ...process.env,
    TABLESIDE_ADDR: `127.0.0.1:${port}`,
    TABLESIDE_DATA: data,
    TABLESIDE_LOG_LEVEL: 'warn',
    ...(sql ? { TABLESIDE_DEMO: 'false' } : {}),
    ...(schemas ? { TABLESIDE_SCHEMAS: schemas } : {}),
  };
  const run = (file: string) => execFileSync('./bin/tableside', ['local', 'sql', file], { env });
  if (sql) run(sql);
  const server = spawn('./bin/tableside', { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://localhost:${port}`;
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { message: `${backend} is ready`, timeout: 120_000 }).toBe(true);
  const stop = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
  return { url, sql: run, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** The workspaces of one file's walks: what a file leaves behind, no other meets. */
class Workspaces {
  #file = '';
  #running = new Map<Backend, Promise<Workspace>>();

  async of(file: string, backend: Backend): Promise<Workspace> {
    if (file !== this.#file) await this.stop();
    this.#file = file;
    const running = this.#running.get(backend) ?? start(backend);
    this.#running.set(backend, running);
    return running;
  }

  async stop() {
    const all = await Promise.allSettled(this.#running.values());
    this.#running.clear();
    await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
  }
}

const starting = 180_000; // a million rows take their time on a busy machine

/** Playwright's test, on a Tableside of the file's own. `test.use({ backend })` says what it holds. */
export const test = base.extend<{ backend: Backend; workspace: Workspace }, { workspaces: Workspaces }>({
  backend: ['demo', { option: true }],
  workspaces: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const workspaces = new Workspaces();
      await use(workspaces);
      await workspaces.stop();
    },
    { scope: 'worker', timeout: starting },
  ],
  workspace: [
    async ({ backend, workspaces }, use, { file }) => use(await workspaces.of(file, backend)),
    { timeout: starting },
  ],
  baseURL: ({ workspace }, use) => use(workspace.url),
});
