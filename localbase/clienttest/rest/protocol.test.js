import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectData, expectError, newClient, open } from '../client.js';

const db = newClient();
const get = (path, headers = {}, method = 'GET') =>
  fetch(`${open.url}/rest/v1/${path}`, { method, headers: { apikey: open.publishableKey, ...headers } });

test('explain returns the plan as text or as JSON', async () => {
  const text = expectData(await db.from('books').select().eq('id', 1).explain());
  assert.match(text, /^Aggregate {2}\(cost=/);
  const json = expectData(
    await db.from('books').select().explain({ format: 'json', analyze: true, verbose: true }),
  );
  assert.ok(json[0].Plan['Actual Rows'] >= 0);
});

test('ranges and counts in headers', async () => {
  const past = await get('books?offset=500', { Prefer: 'count=exact' });
  const { count } = await db.from('books').select('*', { count: 'exact', head: true });
  assert.deepEqual([past.status, past.headers.get('content-range')], [416, `*/${count}`]);
  const head = await get('books', { Prefer: 'count=exact', Range: '1-1' }, 'HEAD');
  assert.equal(head.headers.get('content-range'), `0-${count - 1}/${count}`);
});

test('a time zone can be an offset, and must be valid', async () => {
  const offset = await get('books?limit=1', { Prefer: 'timezone=+05:30' });
  assert.deepEqual([offset.status, offset.headers.get('preference-applied')], [200, 'timezone=+05:30']);
  const unknown = await get('books?limit=1', { Prefer: 'timezone=Mars' });
  assert.deepEqual([unknown.status, (await unknown.json()).code], [400, '22023']);
});

test('a domain is converted in responses, filters and bodies', async () => {
  const covers = () => db.from('covers');
  assert.deepEqual(expectData(await covers().select().eq('color', '#0000ff')), [{ id: 2, color: '#0000ff' }]);
  const added = await covers().insert({ id: 3, color: '#00ff00' }).select('color').single();
  assert.deepEqual(expectData(added), { color: '#00ff00' });
  assert.deepEqual(expectData(await covers().delete().eq('color', '#00ff00').select('id')), [{ id: 3 }]);
});

test('a function can return its own media type', async () => {
  const page = await get('rpc/page?title=Hello', { Accept: 'text/html' });
  assert.deepEqual([page.headers.get('content-type'), await page.text()], ['text/html', '<h1>Hello</h1>']);
  assert.equal(expectData(await db.rpc('page', { title: 'Hi' }, { get: true })), '<h1>Hi</h1>');
  expectError(await db.from('books').select().geojson(), { code: 'PGRST107' });
});
