// The realtime client, unchanged, through Tableside's relay, as in a browser.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { expectData, newAddress, newSignedInUser, password } from '../client.js';
import { Browser, startServer, startShortLivedBackend, waitFor } from './server.js';

let server;
const browsers = [];
before(async () => {
  server = await startServer();
});
after(async () => {
  await Promise.all(browsers.map((browser) => browser.client?.disconnect()));
  await server.stop();
});

/** Creates a user and signs in in a new browser. */
async function newBrowser(of = server) {
  const { email, user, supabase } = await newSignedInUser();
  const browser = new Browser(of);
  browsers.push(browser);
  await browser.signIn(email);
  return Object.assign(browser, { email, supabase, id: user.id });
}

function subscribe(channel) {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}

/** Returns the first payload that matches. */
function receive(channel, type, filter, matches = () => true) {
  return new Promise((resolve) => {
    channel.on(type, filter, (payload) => matches(payload) && resolve(payload));
  });
}

for (const vsn of ['1.0.0', '2.0.0']) {
  test(`broadcasts reach other users, with vsn ${vsn}`, async () => {
    const [ada, bob] = await Promise.all([newBrowser(), newBrowser()]);
    const topic = `van ${randomUUID()}`;
    const receiver = bob.connect({ vsn }).channel(topic);
    const text = receive(receiver, 'broadcast', { event: 'text' });
    const bytes = receive(receiver, 'broadcast', { event: 'bytes' });
    await subscribe(receiver);
    const sender = await subscribe(
      ada.connect({ vsn }).channel(topic, { config: { broadcast: { ack: true } } }),
    );
    const payload = { minutes: 5, note: 'Ærø <b>' };
    assert.equal(await sender.send({ type: 'broadcast', event: 'text', payload }), 'ok');
    assert.deepEqual((await text).payload, payload);
    if (vsn === '1.0.0') return; // has no binary frames
    assert.equal(
      await sender.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255]).buffer }),
      'ok',
    );
    assert.deepEqual([...new Uint8Array((await bytes).payload)], [0, 255]);
  });
}

test('presence contains the user of the session', async () => {
  const [ada, bob] = await Promise.all([newBrowser(), newBrowser()]);
  const topic = 'tableside:presence:public:notes';
  const config = { config: { presence: { key: 'another user', enabled: true } } };
  const watching = ada.connect().channel(topic, config);
  const joined = receive(watching, 'presence', { event: 'join' }, ({ key }) => key === bob.id);
  const left = receive(watching, 'presence', { event: 'leave' }, ({ key }) => key === bob.id);
  await subscribe(watching);
  const tracking = await subscribe(bob.connect().channel(topic, config));
  assert.equal(await tracking.track({ user: { id: ada.id, name: 'Ada' }, row: 7 }), 'ok');
  const [presence] = (await joined).newPresences;
  assert.deepEqual([presence.user, presence.row], [{ id: bob.id, name: bob.user.name }, 7]);
  assert.deepEqual(Object.keys(watching.presenceState()), [bob.id]);
  await bob.client.disconnect();
  await left;
});

test('changes are sent only to users who can read the row', async () => {
  const [ada, bob] = await Promise.all([newBrowser(), newBrowser()]);
  const received = {};
  for (const [name, browser] of Object.entries({ ada, bob })) {
    const channel = browser.connect().channel('notes');
    const ready = receive(channel, 'system', {});
    received[name] = receive(channel, 'postgres_changes', {
      event: 'INSERT',
      schema: 'public',
      table: 'notes',
    });
    await subscribe(channel);
    assert.equal((await ready).status, 'ok');
  }
  const secret = `of ada ${randomUUID()}`;
  expectData(await ada.supabase.from('notes').insert({ body: secret }));
  assert.equal((await received.ada).new.body, secret);
  expectData(await bob.supabase.from('notes').insert({ body: 'of bob' }));
  assert.equal((await received.bob).new.body, 'of bob');
  assert.ok(!bob.frames.some((frame) => frame.includes(secret)), 'a hidden row reached bob');
});

test('a join is rejected for tables and topics that are not allowed', async () => {
  const ada = await newBrowser();
  const client = ada.connect();
  for (const [topic, table] of [
    ['a', { event: '*', schema: 'auth', table: 'users' }],
    ['b', { event: '*', schema: 'public', table: '*' }],
    ['tableside:admin', undefined],
    ['tableside:presence:auth:users', undefined],
  ]) {
    const channel = client.channel(topic);
    if (table) channel.on('postgres_changes', table, () => {});
    await assert.rejects(subscribe(channel), /Unauthorized/, topic);
    await client.removeChannel(channel);
  }
});

test('guests and foreign origins are rejected', async () => {
  const guest = new Browser(server);
  browsers.push(guest);
  guest.connect().channel('a').subscribe();
  await waitFor('the rejection', () => guest.rejectedWith);
  assert.equal(guest.rejectedWith, 401);

  const ada = await newBrowser();
  ada.origin = 'https://evil.test';
  ada.connect().channel('a').subscribe();
  await waitFor('the rejection', () => ada.rejectedWith);
  assert.equal(ada.rejectedWith, 403);
});

test('signing out closes the connection, and a later sign-in connects again', async () => {
  const ada = await newBrowser();
  await subscribe(ada.connect().channel('a'));
  assert.equal((await ada.request('POST', '/api/auth/sign-out')).status, 204);
  await waitFor('the close', () => ada.closes.length > 0);
  assert.deepEqual(ada.closes[0], { code: 4401, reason: 'signed out' });
  await waitFor('a rejected reconnect', () => ada.rejectedWith === 401);
  await ada.signIn(ada.email);
  await waitFor('the reconnect', () => ada.client.channels[0].state === 'joined');
});

test('channels stay joined when the access token expires', async () => {
  const seconds = 10;
  const backend = await startShortLivedBackend(seconds);
  const own = await startServer(backend.env);
  const ada = new Browser(own);
  const email = newAddress();
  const signedUp = await ada.request('POST', '/api/auth/sign-up', { email, password });
  assert.equal(signedUp.status, 200, await signedUp.text());
  const channel = ada.connect().channel('a', { config: { broadcast: { self: true, ack: true } } });
  const got = receive(channel, 'broadcast', { event: 'e' });
  await subscribe(channel);
  await new Promise((resolve) => setTimeout(resolve, (seconds + 3) * 1000));
  assert.equal(await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } }), 'ok');
  assert.deepEqual((await got).payload, { n: 1 });
  assert.ok(!ada.frames.some((frame) => frame.includes('phx_close')), 'the backend closed the channel');
  assert.deepEqual(ada.closes, []);
  await ada.client.disconnect();
  await own.stop();
  await backend.stop();
});

test('a restart of the server is a pause: the channel joins again', async () => {
  const own = await startServer();
  const ada = await newBrowser(own);
  const channel = await subscribe(ada.connect().channel('a'));
  assert.equal(await own.stop(), 0);
  await waitFor('the close', () => ada.closes.length > 0);
  assert.equal(ada.closes[0].code, 1012);
  assert.match(ada.closes[0].reason, /^retry-after-ms=\d+$/);
  const again = await startServer({}, new URL(own.url).port);
  await waitFor(
    'the second join',
    () => ada.frames.filter((frame) => frame.includes('phx_reply')).length > 1,
  );
  await waitFor('the joined channel', () => channel.state === 'joined');
  await ada.client.disconnect();
  await again.stop();
});

test('the log contains no tokens and no frames', () => {
  assert.match(server.log, /realtime connection closed/);
  assert.doesNotMatch(server.log, /eyJ|apikey=|sb_publishable_|van /);
});

test('a frame that is not JSON closes only its own connection', async () => {
  const [ada, bob] = await Promise.all([newBrowser(), newBrowser()]);
  const channel = await subscribe(bob.connect().channel('a'));
  const client = ada.connect();
  await subscribe(client.channel('a'));
  client.socketAdapter.getSocket().conn.send('{'); // the websocket itself
  await waitFor('the close', () => ada.closes.length > 0);
  assert.equal(ada.closes[0].code, 1007);
  assert.equal(channel.state, 'joined');
});
