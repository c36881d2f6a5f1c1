import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { makeDataFolder, makeFolder } from './data-folder';
import { type FaultProxy, startFaultProxy } from './fault-proxy';

/**
 * How a test's Tableside is connected to its backend.
 * - local: one process that includes localbase, as on a laptop.
 * - hosted: two processes. `tableside local` with a hosted project's settings, in which the output of
 *   `tableside schema-sql` is installed, and a Tableside that knows only its URL and publishable key.
 * - openapi: as hosted, but nothing is installed; Tableside reads the schema with the secret key.
 * - bare: as hosted, but nothing is installed and there is no secret key.
 * - faulty: as hosted, through a proxy into which a test can inject faults.
 */
export type Shape = (typeof shapes)[number];

export const shapes = ['local', 'hosted', 'openapi', 'bare', 'faulty'] as const;

/** The initial contents of the database. */
export interface Contents {
  name: string;
  /** The date to which the demo's data is relative. */
  date: string;
  /** The SQL files that create the contents, in their order; the demo by default. */
  sql?: string | readonly string[];
  schemas?: string;
  /** Further lines of localbase's config.toml, not in the shape `local`. They begin in the section [auth]. */
  config?: string;
  /** Further settings of Tableside (environment variables). */
  settings?: Record<string, string>;
}

/** A running Tableside. */
export interface Workspace {
  url: string;
  /** Runs SQL as the database's owner. */
  runSQL: (file: string) => void;
  /** Only in the shape `faulty`. */
  faultProxy?: FaultProxy;
  /** The data folder of localbase. */
  dataFolder: string;
  /** The address of localbase's mailbox. */
  mailboxURL: string;
  /** The backend's address and secret key; not in the shape `local`. `crash` kills it with SIGKILL and starts it again. */
  backend?: { url: string; secretKey: string; crash: () => Promise<void> };
  /** Kills Tableside with SIGKILL and starts it again at the same address. */
  crash: () => Promise<void>;
  /**
   * Stops Tableside, calls `whileStopped`, and starts it again at the same address
   * with other settings (environment variables).
   */
  restart: (settings: Record<string, string>, whileStopped?: () => void) => Promise<void>;
  /** Stops Tableside with SIGTERM, as a user would. */
  stop: () => Promise<void>;
}

const binary = resolve('bin/tableside');

export async function startWorkspace(shape: Shape, contents: Contents): Promise<Workspace> {
  const name = `${contents.name}-${shape}`;
  const settings = {
    ...process.env,
    TABLESIDE_LOG_LEVEL: 'warn',
    // All tests of a file sign in from one address, often with the same account. A test of a limit sets it.
    TABLESIDE_SIGN_INS_PER_CLIENT: '1000',
    TABLESIDE_SIGN_INS_PER_ACCOUNT: '1000',
    TABLESIDE_DEMO_DATE: contents.date,
    ...(contents.schemas ? { TABLESIDE_SCHEMAS: contents.schemas } : {}),
    ...contents.settings,
  };
  const key = contents.sql ? contents.name : `${contents.name}-${contents.date}`;
  const dataFolder = await makeDataFolder(key, (folder) =>
    fillDataFolder({ ...settings, TABLESIDE_DATA: folder }, contents),
  );
  const env = { ...settings, TABLESIDE_DATA: dataFolder };
  const runSQL = (file: string) => execFileSync(binary, ['local', 'sql', file], { env });
  if (shape === 'local') {
    const server = await startServer({ ...env, ...(contents.sql ? { TABLESIDE_DEMO: 'false' } : {}) }, name);
    const workspace = await fetch(`${server.url}/api/workspace`);
    const { mailboxUrl: mailboxURL } = (await workspace.json()) as { mailboxUrl: string };
    return { ...server, runSQL, dataFolder, mailboxURL };
  }
  const port = await freePort();
  const siteURL = `site_url = "http://localhost:${port}"\n`;
  const backend = await startBackend(env, dataFolder, !contents.sql, siteURL + (contents.config ?? ''));
  for (const file of writeSetupFiles(shape, dataFolder, !contents.sql)) runSQL(file);
  const { TABLESIDE_DATA: _, ...envWithoutData } = env;
  const cwd = makeFolder(`${name}-separate`);
  const faultProxy = shape === 'faulty' ? await startFaultProxy(backend.url()) : undefined;
  const access = {
    SUPABASE_URL: faultProxy?.url ?? backend.url(),
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey(),
    TABLESIDE_COOKIE_SECRET: 'the tests need a secret that survives a restart',
    ...(shape === 'openapi' ? { SUPABASE_SECRET_KEY: backend.secretKey() } : {}),
  };
  const server = await startServer({ ...envWithoutData, ...access }, name, cwd, port);
  const stop = async () => {
    await server.stop();
    await faultProxy?.stop();
    await backend.stop();
    expect(readdirSync(cwd), 'in front of a hosted project, nothing is stored').toEqual([]);
  };
  return {
    ...{ ...server, runSQL, dataFolder, stop, mailboxURL: backend.mailboxURL() },
    backend: { url: backend.url(), secretKey: backend.secretKey(), crash: backend.crash },
    ...(faultProxy ? { faultProxy } : {}),
  };
}

/** Fills an empty data folder with its contents. */
async function fillDataFolder(env: NodeJS.ProcessEnv, { name, sql }: Contents): Promise<void> {
  // Notices about skipped statements of dumps are not errors.
  if (sql) execFileSync(binary, ['local', 'sql', ...[sql].flat()], { env, stdio: 'pipe' });
  else await (await startServer(env, name)).stop();
}

/** Starts Tableside on a free port and waits until it and its backend respond. */
async function startServer(env: NodeJS.ProcessEnv, name: string, cwd?: string, chosenPort?: number) {
  const port = chosenPort ?? (await freePort());
  const launch = (settings = {}) =>
    spawn(binary, {
      env: { ...env, ...settings, TABLESIDE_ADDR: `127.0.0.1:${port}` },
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd,
    });
  let child = launch();
  const url = `http://localhost:${port}`;
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const started = () => expect.poll(ready, { message: `${name} is ready`, timeout: 120_000 }).toBe(true);
  await started();
  const crash = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    child = launch();
    await started();
  };
  const restart = async (settings: Record<string, string>, whileStopped?: () => void) => {
    await stopProcess(child);
    whileStopped?.();
    child = launch(settings);
    await started();
  };
  return { url, crash, restart, stop: () => stopProcess(child) };
}

/** Starts localbase only, with a hosted project's defaults where they differ. */
export async function startBackend(env: NodeJS.ProcessEnv, data: string, demo: boolean, auth = '') {
  const config = join(data, 'hosted.toml');
  const anonymous = auth.includes('enable_anonymous_sign_ins') ? '' : 'enable_anonymous_sign_ins = false\n';
  writeFileSync(config, `[api]\nmax_rows = 1000\n[auth]\n${anonymous}${auth}`);
  const args = (port: string) => [
    'local',
    `--port=${port}`,
    '--db-port=0',
    '--mail-port=0',
    `--config=${config}`,
    ...(demo ? ['--demo'] : []),
  ];
  let output = '';
  const value = (label: string) => output.match(new RegExp(`^ *${label}: (.+)\n`, 'm'))?.[1] ?? '';
  const launch = async (port: string) => {
    output = '';
    const started = spawn(binary, args(port), { env, stdio: ['ignore', 'pipe', 'inherit'] });
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await expect
      .poll(() => value('JWT secret'), { message: 'the backend is ready', timeout: 120_000 })
      .not.toBe('');
    return started;
  };
  let child = await launch('0');
  return {
    url: () => value('API URL'),
    mailboxURL: () => value('Mailbox URL'),
    publishableKey: () => value('Publishable key'),
    secretKey: () => value('Secret key'),
    crash: async () => {
      const { port } = new URL(value('API URL'));
      child.kill('SIGKILL');
      await once(child, 'exit');
      child = await launch(port);
    },
    stop: () => stopProcess(child),
  };
}

/** Writes the SQL files that remove what localbase installs and, depending on the shape, install it as an owner would. */
function writeSetupFiles(shape: Shape, data: string, views: boolean): string[] {
  const files: [name: string, text: string][] = [['bare', uninstallSQL]];
  if (shape !== 'openapi' && shape !== 'bare') files.push(['schema', readSchemaSQL()]);
  if (views && files.length > 1) {
    files.unshift(['keep', saveViewsSQL]);
    files.push(['views', readSchemaSQL('--views')], ['saved-views', restoreViewsSQL]);
  }
  return files.map(([name, text]) => {
    const path = join(data, `${name}.sql`);
    writeFileSync(path, text);
    return path;
  });
}

/** Returns the SQL that an owner installs. */
export function readSchemaSQL(...args: string[]): string {
  return execFileSync(binary, ['schema-sql', ...args], { encoding: 'utf8' });
}

/** Copies the demo's saved views, to restore them in the table that the owner creates. */
const saveViewsSQL = 'create table public.saved_views_backup as table public.tableside_views;';
const restoreViewsSQL = `
insert into public.tableside_views overriding system value table public.saved_views_backup;
drop table public.saved_views_backup;
`;

const uninstallSQL = `
drop function if exists public.tableside_schema(text[]);
drop function if exists public.tableside_storage_privileges(text, text), public.tableside_storage_owner(text, text);
drop function if exists public.tableside_aggregate(text, text, jsonb, jsonb, jsonb, text, integer);
drop function if exists public.tableside_aggregates(text, text, jsonb, text, integer);
drop table if exists public.tableside_comments;
drop function if exists public.tableside_comments_changed(), public.tableside_may_read(text, text, text);
drop table if exists public.tableside_follows;
drop function if exists public.tableside_follows_changed();
drop table if exists public.tableside_views;
drop function if exists public.tableside_views_changed();
drop function if exists public.tableside_live() cascade;
drop function if exists public.tableside_live_topic(text, text);
drop function if exists public.tableside_may_join(text) cascade;
drop function if exists public.tableside_may_read(text, text);
drop function if exists public.tableside_roles();
`;

async function stopProcess(child: ChildProcess) {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
