// Starts `tableside` in front of a backend that run.js started, and browsers for it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { RealtimeClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { open, password } from '../client.js';

const binary =
  process.env.TABLESIDE_BINARY ?? join(dirname(fileURLToPath(import.meta.url)), '../../../bin/tableside');

/** Starts a server, on a free port by default, and waits until it is ready. */
export async function startServer(env = {}, port = undefined) {
  port ??= await findFreePort();
  const cwd = mkdtempSync(join(tmpdir(), 'tableside-relay-'));
  const child = spawn(binary, [], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      SUPABASE_URL: open.url,
      SUPABASE_PUBLISHABLE_KEY: open.publishableKey,
      TABLESIDE_ADDR: `127.0.0.1:${port}`,
      TABLESIDE_COOKIE_SECRET: 'a secret of more than 32 characters',
      TABLESIDE_LOG_LEVEL: 'debug',
      ...env,
    },
  });
  const server = { url: `http://127.0.0.1:${port}`, log: '', process: child };
  child.stderr.on('data', (text) => {
    server.log += text;
  });
  server.stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(cwd, { recursive: true, force: true });
    return child.exitCode;
  };
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const response = await fetch(`${server.url}/readyz`).catch(() => undefined);
    if (response?.ok) return server;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server did not start:\n${server.log}`);
}

/** Starts a backend of its own, whose access tokens expire after some seconds. */
export async function startShortLivedBackend(seconds) {
  const data = mkdtempSync(join(tmpdir(), 'tableside-relay-data-'));
  chmodSync(data, 0o711); // as root, the database runs as another user, which must enter the folder
  const config = join(data, 'config.toml');
  writeFileSync(config, `[auth]\njwt_expiry = ${seconds}\n`);
  const ports = [
    '--port',
    `${await findFreePort()}`,
    '--db-port',
    `${await findFreePort()}`,
    '--mail-port',
    '0',
  ];
  const child = spawn(
    binary,
    ['local', 'start', '--data', join(data, 'data'), '--config', config, ...ports],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { TABLESIDE_LOG_LEVEL: 'error', PATH: process.env.PATH } },
  );
  const printed = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [key, value] = line.trim().split(': ');
    printed[key] = value;
    if (key === 'JWT secret') break;
  }
  return {
    env: { SUPABASE_URL: printed['API URL'], SUPABASE_PUBLISHABLE_KEY: printed['Publishable key'] },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** A browser: cookies, requests of a page, and an unchanged RealtimeClient. */
export class Browser {
  #cookies = new Map();
  frames = []; // received, as text
  closes = []; // { code, reason }

  constructor(server) {
    this.server = server;
    this.origin = server.url;
  }

  async request(method, path, body) {
    const response = await fetch(this.server.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: this.#cookieHeader(), Origin: this.server.url },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    this.#storeCookies(response.headers.getSetCookie());
    return response;
  }

  #cookieHeader() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #storeCookies(lines) {
    for (const line of lines) {
      const [pair] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(line)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async signIn(email, secret = password) {
    const response = await this.request('POST', '/api/auth/sign-in', { email, password: secret });
    assert.equal(response.status, 200, await response.clone().text());
    this.user = (await response.json()).user;
    return this;
  }

  /** Returns a client whose websockets send the cookies, as in a browser. */
  connect(options = {}) {
    const browser = this;
    class BrowserSocket extends WebSocket {
      constructor(address, protocols) {
        super(address, protocols, { headers: { Cookie: browser.#cookieHeader() }, origin: browser.origin });
        this.on('upgrade', ({ headers }) => browser.#storeCookies(headers['set-cookie'] ?? []));
        this.on('message', (data) => browser.frames.push(data.toString()));
        this.on('close', (code, reason) => browser.closes.push({ code, reason: reason.toString() }));
        this.on('unexpected-response', (_, response) => {
          browser.rejectedWith = response.statusCode;
          this.terminate();
        });
      }
    }
    this.client = new RealtimeClient(`${this.server.url.replace('http', 'ws')}/api/realtime`, {
      params: { apikey: 'tableside', user: this.user?.id ?? '' },
      transport: BrowserSocket,
      reconnectAfterMs: () => 200,
      ...options,
    });
    return this.client;
  }
}

/** Returns when a condition holds. */
export async function waitFor(what, condition) {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`timed out: ${what}`);
}
