// Measures how long a change takes from its commit until a page has painted it, while other browsers subscribe to the
// same table, and how many messages the backend sends to them.
//
//   node bench/live/paint.mjs --binary bin/tableside
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import WebSocket from 'ws';
import { startTableside } from '../page/tableside.mjs';

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string', default: 'bin/tableside' },
    port: { type: 'string', default: '8175' },
    seconds: { type: 'string', default: '10' },
    subscriptions: { type: 'string', default: '1,20,100' },
    rates: { type: 'string', default: '10,100' },
  },
});

/** The messages per second of all users of a hosted project on the free plan. */
const freeMessagesPerSecond = 100;

const now = () => performance.timeOrigin + performance.now();
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Returns a quantile. */
const quantile = (values, q) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * q)];

/** Subscribes to the changes of customers as the app does. Returns the websocket, with the number of its messages. */
async function subscribe(url, cookie) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/realtime/websocket?vsn=2.0.0`, {
    headers: { cookie },
  });
  await once(socket, 'open');
  const changes = [{ event: '*', schema: 'public', table: 'customers' }];
  const config = { broadcast: {}, presence: { enabled: false }, postgres_changes: changes, private: false };
  const joined = createDeferred();
  const subscription = { socket, messages: 0 };
  socket.on('message', (data) => {
    const [, , , event, payload] = JSON.parse(data.toString());
    if (event === 'postgres_changes') subscription.messages += 1;
    if (event === 'system' && payload.status === 'ok') joined.resolve();
  });
  socket.on('close', (code) => joined.reject(new Error(`the websocket was closed: ${code}`)));
  socket.send(
    JSON.stringify(['1', '1', 'realtime:tableside:table:public:customers', 'phx_join', { config }]),
  );
  await joined.promise;
  return subscription;
}

/** Returns a promise and its functions. */
function createDeferred() {
  const deferred = {};
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }));
  return deferred;
}

/** Records when the page has painted each text of the form "City 7". */
function recordPaints() {
  window.paints = [];
  let last = 0;
  new MutationObserver(() => {
    const shown = Number(/City (\d+)/.exec(document.querySelector('[role=grid]')?.textContent)?.[1] ?? 0);
    if (shown <= last) return;
    last = shown;
    // A message is handled after the frame that the animation frame belongs to.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.paints.push([shown, performance.timeOrigin + performance.now()]);
      port2.postMessage(undefined);
    });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** Changes the row at a rate. Returns when each change was sent, and when its response arrived. */
async function changeRow(url, cookie, id, first, rate) {
  const changes = [];
  const startedAt = now();
  const end = startedAt + Number(options.seconds) * 1000;
  for (let i = 0; now() < end; i++) {
    const sentAt = now();
    const response = await fetch(`${url}/api/rows/customers?id=eq.${id}`, {
      method: 'PATCH',
      headers: { cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ city: `City ${first + i}` }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    changes.push({ n: first + i, sentAt, committedAt: now() });
    await wait(startedAt + ((i + 1) * 1000) / rate - now());
  }
  return { changes, seconds: (now() - startedAt) / 1000 };
}

async function measure(page, { url, cookie, id, first, rate, subscriptions }) {
  for (const subscription of subscriptions) subscription.messages = 0;
  await page.evaluate(() => void window.paints.splice(0));
  const { changes, seconds } = await changeRow(url, cookie, id, first, rate);
  const { n: last } = changes.at(-1);
  await page.waitForFunction((end) => (window.paints.at(-1)?.[0] ?? 0) >= end, last);
  const paints = await page.evaluate(() => window.paints);
  const latencies = (from) =>
    changes.map((change) => paints.find(([shown]) => shown >= change.n)[1] - change[from]);
  await wait(500);
  return {
    perSecond: changes.length / seconds,
    paints: paints.length / seconds,
    fromCommit: latencies('committedAt'),
    fromRequest: latencies('sentAt'),
    messages: subscriptions.reduce((sum, { messages }) => sum + messages, 0),
    changes: changes.length,
    seconds,
    next: last + 1,
  };
}

/** Prints the messages that the largest number of viewers received, and how many changes fit the free plan. */
function printMessages(results) {
  console.log('\n| viewers | changes/s | messages/s of the backend | per change and viewer |');
  console.log('|--:|--:|--:|--:|');
  for (const { count, changes, perSecond, messages, seconds } of results) {
    if (count === 1) continue;
    // The page has a subscription that is not counted.
    const all = (messages * count) / (count - 1);
    const figures = [
      count,
      perSecond.toFixed(1),
      (all / seconds).toFixed(0),
      (all / changes / count).toFixed(2),
    ];
    console.log(`| ${figures.join(' | ')} |`);
  }
  const viewers = Math.max(...results.map(({ count }) => count));
  const fitting = (freeMessagesPerSecond / viewers).toFixed(1);
  console.log(
    `\n${freeMessagesPerSecond} messages a second of a free project: ${fitting} changes a second for ${viewers} viewers.`,
  );
}

async function main() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-live-'));
  chmodSync(folder, 0o711); // PostgreSQL does not run as root and must traverse the folder.
  process.env.TABLESIDE_REALTIME_CONNECTIONS_PER_USER = '200';
  const tableside = await startTableside(options.binary, folder, Number(options.port));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const executablePath = execFileSync(path.join(root, 'scripts/browser'), { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const subscriptions = [];
  try {
    const { cookies } = tableside.pages.rows;
    const { url } = tableside.pages.signIn;
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const [{ id }] = await (await fetch(`${url}/api/rows/customers?limit=1`, { headers: { cookie } })).json();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(`${url}/tables/public/customers?id=eq.${id}&select=name,city`);
    await page.locator('[data-state="live"]').waitFor();
    await page.evaluate(recordPaints);
    const results = [];
    let first = 1;
    ({ next: first } = await measure(page, { url, cookie, id, first, rate: 20, subscriptions })); // warms up
    for (const count of options.subscriptions.split(',').map(Number)) {
      while (subscriptions.length < count - 1) subscriptions.push(await subscribe(url, cookie));
      for (const rate of options.rates.split(',').map(Number)) {
        const result = await measure(page, { url, cookie, id, first, rate, subscriptions });
        first = result.next;
        results.push({ count, ...result });
      }
    }
    console.log(
      `\nCommit to paint, ${options.seconds} s each; ${cpus().length} x ${cpus()[0].model} for all\n`,
    );
    console.log(
      '| subscriptions | changes/s | paints/s | response to paint p50 | p95 | request to paint p50 | p95 |',
    );
    console.log('|--:|--:|--:|--:|--:|--:|--:|');
    for (const { count, perSecond, paints, fromCommit, fromRequest } of results) {
      const times = [fromCommit, fromRequest].flatMap((list) => [quantile(list, 0.5), quantile(list, 0.95)]);
      console.log(
        `| ${count} | ${perSecond.toFixed(1)} | ${paints.toFixed(1)} | ${times.map((time) => `${Math.round(time)} ms`).join(' | ')} |`,
      );
    }
    printMessages(results);
  } finally {
    for (const { socket } of subscriptions) socket.terminate();
    await browser.close();
    await tableside.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
