import { execFileSync } from 'node:child_process';
import { startServer } from './start-server.mjs';

const account = { email: 'bench@example.test', password: 'correct horse battery' };

/** The fields of PocketBase's collection for a row's values. */
function fieldsOf(row) {
  return Object.entries(row)
    .filter(([name]) => name !== 'id')
    .map(([name, value]) => ({ name, type: typeof value === 'number' ? 'number' : 'text' }));
}

/** Starts PocketBase with a collection `orders` that has the given rows. */
export async function startPocketBase(binary, folder, port, rows) {
  const url = `http://localhost:${port}`;
  const data = ['--dir', folder];
  execFileSync(binary, ['superuser', 'upsert', account.email, account.password, ...data], {
    stdio: 'ignore',
  });
  const stop = await startServer(
    binary,
    ['serve', '--http', `127.0.0.1:${port}`, ...data],
    `${url}/api/health`,
  );
  const send = async (address, body, headers = {}) => {
    const response = await fetch(url + address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${address}: ${await response.text()}`);
    return response.json();
  };
  const session = await send('/api/collections/_superusers/auth-with-password', {
    identity: account.email,
    password: account.password,
  });
  const headers = { Authorization: session.token };
  await send('/api/collections', { name: 'orders', type: 'base', fields: fieldsOf(rows[0]) }, headers);
  for (const { id: _, ...row } of rows) {
    const values = Object.entries(row).map(([name, value]) => [name, value ?? '']);
    await send('/api/collections/orders/records', Object.fromEntries(values), headers);
  }
  const stored = JSON.stringify({ token: session.token, record: session.record });
  return {
    stop,
    pages: {
      signIn: { url: `${url}/_/`, ready: { selector: 'input[type=password]', count: 1 } },
      rows: {
        url: `${url}/_/#/collections?collection=orders`,
        localStorage: { __pb_superuser_auth__: stored },
        ready: { selector: 'table tbody tr td:nth-child(2)', count: 15 },
      },
    },
  };
}
