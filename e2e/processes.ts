import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { makeDataFolder, makeFolder } from './data-folder';
import { type FaultProxy, startFaultProxy } from './fault-proxy';

/**
 * How a walk's Tableside stands to its backend.
 * - local: one process with localbase inside, as on a laptop.
 * - hosted: two. `tableside local` with a hosted project's settings, where the owner has installed what
 *   `tableside schema-sql` prints, and a Tableside that knows its URL and publishable key and nothing else.
 * - openapi: as hosted, but nothing is installed; the owner gave Tableside the secret key to read the tables with.
 * - bare: as hosted, but nothing is installed, and there is no secret key either.
 * - disturbed: as hosted, over a wire that a walk can disturb.
 */
export type Shape = (typeof shapes)[number];

export const shapes = ['local', 'hosted', 'openapi', 'bare', 'disturbed'] as const;

/** What the database holds when nothing was done yet. */
export interface Contents {
  name: string;
  /** The date to which the demo's data is relative. */
  date: string;
  /** A file of SQL, run before the start; without it, the demo. */
  sql?: string;
  schemas?: string;
}

/** A running Tableside. */
export interface Workspace {
  url: string;
  /** Runs SQL as the database's owner. */
  runSQL: (file: string) => void;
  /** Where there is one to disturb. */
  faultProxy?: FaultProxy;
  /** The data folder of localbase. */
  dataFolder: string;
  /** Killed without a warning, and started again at the same address. */
  crash: () => Promise<void>;
  /**
   * Stops Tableside, calls `whileStopped`, and starts it again at the same address
   * with other settings (environment variables).
   */
  restart: (settings: Record<string, string>, whileStopped?: () => void) => Promise<void>;
  /** Stopped as a person would, by a signal. */
  stop: () => Promise<void>;
}

const binary = resolve('bin/tableside');

export async function startWorkspace(shape: Shape, contents: Contents): Promise<Workspace> {
  const name = `${contents.name}-${shape}`;
  const settings = {
    ...process.env,
    TABLESIDE_LOG_LEVEL: 'warn',
    TABLESIDE_DEMO_DATE: contents.date,
    ...(contents.schemas ? { TABLESIDE_SCHEMAS: contents.schemas } : {}),
  };
  const key = contents.sql ? contents.name : `${contents.name}-${contents.date}`;
  const dataFolder = await makeDataFolder(key, (folder) =>
    fillDataFolder({ ...settings, TABLESIDE_DATA: folder }, contents),
  );
  const env = { ...settings, TABLESIDE_DATA: dataFolder };
  const runSQL = (file: string) => execFileSync(binary, ['local', 'sql', file], { env });
  if (shape === 'local') {
    const one = await startServer({ ...env, ...(contents.sql ? { TABLESIDE_DEMO: 'false' } : {}) }, name);
    return { ...one, runSQL, dataFolder };
  }
  const backend = await startBackend(env, dataFolder, !contents.sql);
  for (const file of writeSetupFiles(shape, dataFolder, !contents.sql)) runSQL(file);
  const { TABLESIDE_DATA: _, ...apart } = env;
  const cwd = makeFolder(`${name}-apart`);
  const faultProxy = shape === 'disturbed' ? await startFaultProxy(backend.url()) : undefined;
  const access = {
    SUPABASE_URL: faultProxy?.url ?? backend.url(),
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey(),
    TABLESIDE_COOKIE_SECRET: 'the walks need a secret that stays the same',
    ...(shape === 'openapi' ? { SUPABASE_SECRET_KEY: backend.secretKey() } : {}),
  };
  const one = await startServer({ ...apart, ...access }, name, cwd);
  const stop = async () => {
    await one.stop();
    await faultProxy?.stop();
    await backend.stop();
    expect(readdirSync(cwd), 'in front of a hosted project, nothing is stored').toEqual([]);
  };
  return { ...one, runSQL, dataFolder, stop, ...(faultProxy ? { faultProxy } : {}) };
}

/** Gives an empty data folder its contents. */
async function fillDataFolder(env: NodeJS.ProcessEnv, { name, sql }: Contents): Promise<void> {
  if (sql) execFileSync(binary, ['local', 'sql', sql], { env });
  else await (await startServer(env, name)).stop();
}

/** Starts the product on a free port, and waits until it and its backend answer. */
async function startServer(env: NodeJS.ProcessEnv, name: string, cwd?: string) {
  const port = await freePort();
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

/** Starts localbase alone, with what a hosted project has by default where that differs. */
export async function startBackend(env: NodeJS.ProcessEnv, data: string, demo: boolean) {
  const config = join(data, 'hosted.toml');
  writeFileSync(config, '[api]\nmax_rows = 1000\n[auth]\nenable_anonymous_sign_ins = false\n');
  const args = [
    'local',
    '--port=0',
    '--db-port=0',
    '--mail-port=0',
    `--config=${config}`,
    ...(demo ? ['--demo'] : []),
  ];
  const child = spawn(binary, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const value = (label: string) => said.match(new RegExp(`^ *${label}: (.+)\n`, 'm'))?.[1] ?? '';
  await expect
    .poll(() => value('JWT secret'), { message: 'the backend is ready', timeout: 120_000 })
    .not.toBe('');
  return {
    url: () => value('API URL'),
    mailboxURL: () => value('Mailbox URL'),
    publishableKey: () => value('Publishable key'),
    secretKey: () => value('Secret key'),
    stop: () => stopProcess(child),
  };
}

/** Takes away what localbase installs by itself; where an owner would install it by hand, does that. */
function writeSetupFiles(shape: Shape, data: string, views: boolean): string[] {
  const files: [name: string, text: string][] = [['bare', uninstallSQL]];
  if (shape !== 'openapi' && shape !== 'bare') files.push(['schema', readSchemaSQL()]);
  if (views && files.length > 1) {
    files.unshift(['keep', saveViewsSQL]);
    files.push(['views', readSchemaSQL('--views')], ['kept', restoreViewsSQL]);
  }
  return files.map(([name, text]) => {
    const path = join(data, `${name}.sql`);
    writeFileSync(path, text);
    return path;
  });
}

/** What an owner is told to install. */
export function readSchemaSQL(...args: string[]): string {
  return execFileSync(binary, ['schema-sql', ...args], { encoding: 'utf8' });
}

/** The demo's saved views come back into the table that the owner makes. */
const saveViewsSQL = 'create table public.kept_views as table public.tableside_views;';
const restoreViewsSQL = `
insert into public.tableside_views overriding system value table public.kept_views;
drop table public.kept_views;
`;

const uninstallSQL = `
drop function if exists public.tableside_schema(text[]);
drop function if exists public.tableside_storage_privileges(text, text);
drop table if exists public.tableside_views;
drop function if exists public.tableside_views_changed();
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
