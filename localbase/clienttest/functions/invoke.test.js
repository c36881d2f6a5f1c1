import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import { expectData, newClient, newSignedInUser, open, strict } from '../client.js';

const { functions } = newClient();

test('body, method, headers and path are forwarded', async () => {
  const json = expectData(
    await functions.invoke('mirror', { body: { a: 1 }, headers: { 'x-custom': 'yes' } }),
  );
  assert.deepEqual(
    [json.method, json.body, json.type, json.custom],
    ['POST', '{"a":1}', 'application/json', 'yes'],
  );
  assert.deepEqual(
    [json.path, json.token, json.url, json.hasServiceKey],
    ['/mirror', 'Bearer ', open.url, true],
  );
  const got = expectData(await functions.invoke('mirror', { method: 'GET' }));
  assert.deepEqual([got.method, got.body], ['GET', '']);
  assert.equal(
    expectData(await functions.invoke('mirror/deeper', { method: 'PUT', body: 'text' })).path,
    '/mirror/deeper',
  );
  assert.equal(
    expectData(await functions.invoke('mirror', { body: new Blob(['bytes']) })).type,
    'application/octet-stream',
  );
});

test('the environment of hosted functions', async () => {
  const json = expectData(await functions.invoke('mirror'));
  assert.deepEqual([json.scheme, json.unset], ['http:', null]);
  assert.deepEqual([json.hostname, json.stored], [hostname(), 'stored in /tmp']);
  assert.deepEqual(
    [json.publishableKeys, json.secretKeys, json.jwks],
    [{ default: open.publishableKey }, { default: open.secretKey }, { keys: [] }],
  );
  const signing = expectData(await newClient(strict).functions.invoke('mirror'));
  const published = await (await fetch(`${strict.url}/auth/v1/.well-known/jwks.json`)).json();
  assert.deepEqual(signing.jwks, published);
  assert.equal(published.keys.length, 2);
});

test('a response with server-sent events is streamed', async () => {
  const response = expectData(await functions.invoke('counter'));
  assert.equal(await response.text(), 'data: one\n\ndata: two\n\ndata: three\n\n');
});

test('errors of a function and of the relay', async () => {
  const own = await functions.invoke('fails');
  assert.ok(own.error instanceof FunctionsHttpError);
  assert.deepEqual(
    [own.error.context.status, await own.error.context.json()],
    [422, { reason: 'own error' }],
  );
  const none = await functions.invoke('no-such-function');
  assert.ok(none.error instanceof FunctionsRelayError);
  assert.deepEqual([none.error.context.status, (await none.error.context.json()).code], [404, 'NOT_FOUND']);
});

test('a token is required unless config.toml disables it', async () => {
  const post = (name) => fetch(`${open.url}/functions/v1/${name}`, { method: 'POST' });
  assert.equal((await post('mirror')).status, 401);
  const noToken = await post('open-door');
  assert.deepEqual([noToken.status, await noToken.text()], [200, 'come in']);
});

test('quote-shipping: by weight and city, and for an order', async () => {
  const direct = expectData(
    await functions.invoke('quote-shipping', { body: { weight_g: 12000, city: 'Aarhus', country: 'DK' } }),
  );
  const parcel = { city: 'Aarhus', weight_g: 12000 };
  assert.deepEqual(direct, [
    { carrier: 'Blue Line Parcel', price: 15.2, days: 2, ...parcel },
    { carrier: 'Our own van', price: 19.8, days: 1, ...parcel },
  ]);
  const staff = newClient();
  expectData(await staff.auth.signInWithPassword({ email: 'staff@harbour.test', password: 'tableside' }));
  const [{ number, customers }] = expectData(
    await staff.from('orders').select('number,customers(city),order_items!inner()').order('number').limit(1),
  );
  const [quote] = expectData(await staff.functions.invoke('quote-shipping', { body: { order: number } }));
  assert.equal(quote.city, customers.city);
  assert.ok(quote.weight_g > 0 && quote.price > 0);
  const stranger = await newSignedInUser();
  const hidden = await stranger.supabase.functions.invoke('quote-shipping', { body: { order: number } });
  assert.equal(hidden.error.context.status, 403);
  const invalid = await functions.invoke('quote-shipping', { body: { city: 1 } });
  assert.equal(invalid.error.context.status, 400);
  assert.match((await invalid.error.context.json()).hint, /weight_g/);
});

test('order-summary: Markdown of an order that the caller can read', async () => {
  const viewer = newClient();
  expectData(await viewer.auth.signInWithPassword({ email: 'viewer@harbour.test', password: 'tableside' }));
  const [order] = expectData(
    await viewer.from('orders').select('number,status,total,order_items!inner()').order('number').limit(1),
  );
  const text = expectData(await viewer.functions.invoke('order-summary', { body: { order: order.number } }));
  assert.ok(text.startsWith(`# Order ${order.number}\n`));
  assert.match(text, new RegExp(`Status: ${order.status}\\.`));
  assert.ok(text.includes(`| **Total** | | | **${order.total.toFixed(2)}** |`));
  const staff = newClient();
  expectData(await staff.auth.signInWithPassword({ email: 'staff@harbour.test', password: 'tableside' }));
  const mine = expectData(await viewer.from('orders').select('number')).map(({ number }) => number);
  const [other] = expectData(
    await staff.from('orders').select('number').not('number', 'in', `(${mine})`).limit(1),
  );
  const hidden = await viewer.functions.invoke('order-summary', { body: { order: other.number } });
  assert.equal(hidden.error.context.status, 404);
  const missing = await viewer.functions.invoke('order-summary', { body: {} });
  assert.equal(missing.error.context.status, 400);
});
