// Starts bin/tableside like `supabase start`, runs the suites with Node's test runner,
// and stops it:
//
//   npm run clienttest              all suites
//   npm run clienttest -- auth      suites whose path contains "auth"
//
// There are two backends: `open` with the defaults, `strict` with the settings in strict.toml.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createSigningKeys, startProvider } from './provider.js';

const here = dirname(fileURLToPath(import.meta.url));
const binary = process.env.TABLESIDE_BINARY ?? join(here, '../../bin/tableside');
const secret = 'super-secret-jwt-token-with-at-least-32-characters-long';

const work = mkdtempSync(join(tmpdir(), 'tableside-clienttest-'));
chmodSync(work, 0o711); // as root, the database runs as another user, which must enter the folder
const running = [];
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM'); // children that stop() did not end
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

process.exitCode = await main(process.argv.slice(2)).finally(stop);

async function stop() {
  await Promise.all(
    running.splice(0).map((child) => {
      child.kill('SIGTERM');
      return child.exitCode === null ? once(child, 'exit') : undefined;
    }),
  );
  rmSync(work, { recursive: true, force: true });
}

async function main(patterns) {
  const files = listTestFiles(here).filter(
    (file) => patterns.length === 0 || patterns.some((pattern) => relative(here, file).includes(pattern)),
  );
  const provider = await startProvider();
  const config = join(work, 'strict.toml');
  writeFileSync(
    config,
    readFileSync(join(here, 'strict.toml'), 'utf8').replace('"PROVIDER"', JSON.stringify(provider.issuer)),
  );
  writeFileSync(join(work, 'signing_keys.json'), createSigningKeys());
  const [open, strict] = await Promise.all([
    start('open', ['--schemas', 'public,archive', '--demo', '--demo-readings', '100']),
    start('strict', ['--config', config]),
  ]);
  const child = spawn(
    process.execPath,
    ['--test', '--test-reporter=spec', '--test-timeout=60000', ...files],
    {
      stdio: 'inherit',
      env: { ...process.env, CLIENTTEST: JSON.stringify({ open, strict }) },
    },
  );
  const [code] = await once(child, 'exit');
  provider.close();
  return code ?? 1;
}

function listTestFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listTestFiles(path);
    return entry.name.endsWith('.test.js') ? [path] : [];
  });
}

/** Starts a backend on free ports with a new data folder, and loads the schema. */
async function start(name, flags) {
  const data = join(work, name);
  mkdirSync(join(data, 'functions'), { recursive: true });
  for (const file of readdirSync(join(here, 'functions/deployed'), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!file.isFile()) continue;
    const from = join(file.parentPath ?? file.path, file.name);
    const to = join(data, 'functions', relative(join(here, 'functions/deployed'), from));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(from));
  }
  const child = spawn(
    binary,
    [
      'local',
      'start',
      '--data',
      data,
      '--port',
      await findFreePort(),
      '--mail-port',
      '0',
      '--db-port',
      await findFreePort(),
      '--jwt-secret',
      secret,
      ...flags,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { TABLESIDE_LOG_LEVEL: 'error', ...process.env } },
  );
  running.push(child);
  const printed = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [key, value] = line.trim().split(': ');
    printed[key] = value;
    if (key === 'JWT secret') break;
  }
  if (!printed['JWT secret']) throw new Error(`${binary} local (${name}) ended before it was ready`);
  const loaded = spawnSync(binary, ['local', 'sql', '--data', data, join(here, 'schema.sql')], {
    encoding: 'utf8',
  });
  if (loaded.status !== 0) throw new Error(`load schema.sql: ${loaded.stderr}`);
  return {
    url: printed['API URL'],
    mailbox: printed['Mailbox URL'],
    dbURL: printed['DB URL'],
    anonKey: printed['anon key'],
    serviceKey: printed['service_role key'],
    publishableKey: printed['Publishable key'],
    secretKey: printed['Secret key'],
    jwtSecret: secret,
  };
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return String(port);
}
