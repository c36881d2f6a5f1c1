import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from './start-server.mjs';

/** Starts Tableside with the tables of an SQL file, and signs a user up. Returns its URL and the user's cookies. */
export async function startWorkspace(binary, sqlFile, port) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tableside-bench-'));
  chmodSync(folder, 0o711); // PostgreSQL does not run as root and must traverse the folder.
  const env = {
    TABLESIDE_DATA: path.join(folder, 'data'),
    TABLESIDE_DEMO: 'false',
    TABLESIDE_ADDR: `127.0.0.1:${port}`,
    TABLESIDE_LOG_LEVEL: 'warn',
  };
  execFileSync(binary, ['local', 'sql', sqlFile], { env: { ...process.env, ...env } });
  const url = `http://localhost:${port}`;
  const stopServer = await startServer(binary, [], `${url}/readyz`, env);
  const response = await fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.test', password: 'correct horse battery' }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
    return { name, value, url };
  });
  const stop = async () => {
    await stopServer();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, cookies, stop };
}
