import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { expectData, expectError, newClient, open, strict } from '../client.js';

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

test('text after a complete filter is rejected', async () => {
  for (const query of ['or=(id.eq.1)x', 'and=(id.eq.1))', 'or=(id.eq.1),', 'id=in.(1)x']) {
    const response = await get(`books?${query}`);
    assert.deepEqual([response.status, (await response.json()).code], [400, 'PGRST100'], query);
  }
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

test('a view that is not updatable, and its error', async () => {
  const view = () => db.from('latest_books');
  for (const write of [
    view().insert({ id: 90, title: 'x' }),
    view().update({ title: 'x' }).eq('id', 1),
    view().delete().eq('id', 1),
  ])
    expectError(await write, { code: '55000', message: /latest_books/ });
});

test('Location of a composite key; an upsert without rows', async () => {
  const row = { library: `R&B, "é" ${randomUUID()}`, card: 'a=1' };
  const created = await fetch(`${open.url}/rest/v1/loans`, {
    method: 'POST',
    headers: {
      apikey: open.publishableKey,
      'Content-Type': 'application/json',
      Prefer: 'return=headers-only',
    },
    body: JSON.stringify(row),
  });
  const location = created.headers.get('location');
  assert.match(location, /^\/loans\?card=eq\..*&library=eq\./);
  assert.deepEqual(await (await get(location.slice(1))).json(), [row]);
  const empty = await db.from('loans').upsert([]).select();
  assert.deepEqual([empty.status, empty.data], [201, []]);
});

test('full-text search in a computed column of a nested domain', async () => {
  const found = await db
    .from('books')
    .select('id')
    .textSearch('title_words', 'brother', { config: 'english' });
  assert.deepEqual(expectData(found), [{ id: 2 }]);
});

test('an aggregate through spread relations, beside an embedded aggregate', async () => {
  const found = await db
    .from('book_labels')
    .select('labels(name),...books(...authors!author_id(born.min()))')
    .eq('label_id', 1);
  assert.deepEqual(expectData(found), [{ labels: { name: 'children' }, min: '1858-11-20' }]);
});

test('the error of an unknown relationship has a hint', async () => {
  expectError(await db.from('books').select('author(name)'), {
    code: 'PGRST200',
    hint: "Perhaps you meant 'authors' instead of 'author'.",
  });
});

test('a token with a claim of the wrong type', async () => {
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ role: 'anon', exp: 'tomorrow' })}`;
  const signature = createHmac('sha256', open.jwtSecret).update(text).digest('base64url');
  const response = await get('books?limit=1', { Authorization: `Bearer ${text}.${signature}` });
  const { code, message } = await response.json();
  assert.deepEqual(
    [response.status, code, message],
    [401, 'PGRST303', "The JWT 'exp' claim must be a number"],
  );
});

test('the function before each request can reject it', async () => {
  const blocked = newClient(open, open.anonKey, { global: { headers: { 'x-blocked': '1' } } });
  for (const request of [blocked.from('books').select(), blocked.rpc('add', { a: 1 })]) {
    const response = await request;
    expectError(response, { code: 'PT423', message: 'blocked for anon' });
    assert.equal(response.status, 423);
  }
});

test('new tables are exposed only with auto_expose_new_tables', async () => {
  expectError(await db.from('closed').select(), { code: '42501' });
  expectData(await newClient(strict).from('closed').select());
});
