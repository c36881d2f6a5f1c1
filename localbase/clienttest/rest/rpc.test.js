import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { expectData, expectError, newClient, newSignedInUser, open } from '../client.js';

const db = newClient();

test('scalars, defaults, void, rows and sets', async () => {
  assert.equal(expectData(await db.rpc('add', { a: 1, b: 2 })), 3);
  assert.equal(expectData(await db.rpc('add', { a: 1 })), 11);
  const nothing = await db.rpc('nothing');
  assert.deepEqual([nothing.status, nothing.data, nothing.error], [204, null, null]);
  assert.equal(expectData(await db.rpc('first_author')).name, 'Astrid');
  assert.deepEqual(expectData(await db.rpc('names')), ['Astrid', 'Selma', 'Tove', 'Unpublished']);
  assert.deepEqual(expectData(await db.rpc('pairs')), [
    { k: 'a', v: 1 },
    { k: 'b', v: 2 },
  ]);
});

test('by GET, and by HEAD with a count', async () => {
  assert.equal(expectData(await db.rpc('add', { a: 1, b: 2 }, { get: true })), 3);
  const head = await db.rpc('books_of', { author: 'Astrid' }, { head: true, count: 'exact' });
  assert.deepEqual([head.count, head.data], [2, null]);
});

test('a set is filtered, ordered, limited and embedded', async () => {
  const found = await db
    .rpc('books_of', { author: 'Astrid' }, { count: 'exact' })
    .select('title,authors!author_id(name)')
    .gt('pages', 100)
    .order('id', { ascending: false })
    .limit(1);
  assert.deepEqual(expectData(found), [{ title: 'The Brothers', authors: { name: 'Astrid' } }]);
  assert.equal(found.count, 2);
  assert.equal(
    expectData(await db.rpc('books_of', { author: 'Astrid' }).eq('id', 1).single()).title,
    'Pippi Goes Aboard',
  );
  assert.equal(expectData(await db.rpc('books_of', { author: 'Nobody' }).maybeSingle()), null);
});

test('a single unnamed argument receives the body: json, text, bytea', async () => {
  assert.deepEqual(expectData(await db.rpc('echo', { any: ['thing', 1] })), { any: ['thing', 1] });
  const post = (name, type, body) =>
    fetch(`${open.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    }).then((r) => r.json());
  assert.equal(await post('shout', 'text/plain', 'loud'), 'LOUD');
  assert.equal(await post('size_of', 'application/octet-stream', new Uint8Array([0, 255, 1])), 3);
});

test('variadic arguments, by POST and by GET', async () => {
  assert.equal(expectData(await db.rpc('sum_all', { numbers: [1, 2, 3] })), 6);
  const response = await fetch(`${open.url}/rest/v1/rpc/sum_all?numbers=1&numbers=2`);
  assert.equal(await response.json(), 3);
});

test('overloads: one, no, or several matches', async () => {
  assert.equal(expectData(await db.rpc('which', { a: 'x' })), 'text');
  assert.equal(expectData(await db.rpc('which', { a: 'x', b: 'y' })), 'two texts');
  const none = await db.rpc('add', { c: 1 });
  expectError(none, {
    code: 'PGRST202',
    message: 'Could not find the function public.add(c) in the schema cache',
  });
  assert.equal(none.status, 404);
  const many = await db.rpc('ambiguous', { a: 1 });
  expectError(many, { code: 'PGRST203' });
  assert.equal(many.status, 300);
});

test('only a volatile function can write', async () => {
  const suite = randomUUID();
  assert.equal(typeof expectData(await db.rpc('write_scratch', { suite })), 'number');
  const byGet = await db.rpc('write_scratch', { suite }, { get: true });
  expectError(byGet, { code: '25006' });
  assert.equal(byGet.status, 405);
  expectError(await db.rpc('read_only_write', { suite }), {
    code: '0A000',
    message: 'INSERT is not allowed in a non-volatile function',
  });
  assert.equal(typeof expectData(await db.rpc('write_scratch', { suite }).rollback()), 'number');
  assert.equal(expectData(await db.from('scratch').select('id').eq('suite', suite)).length, 1);
});

test("a function can read the caller's role, claims and headers", async () => {
  assert.equal(expectData(await db.rpc('whoami')), 'anon');
  const { supabase, user } = await newSignedInUser();
  assert.equal(expectData(await supabase.rpc('whoami')), 'authenticated');
  assert.equal(expectData(await supabase.rpc('my_claim', { name: 'sub' })), user.id);
  assert.equal(
    expectData(await db.rpc('my_header', { name: 'x-of-the-test' }).setHeader('x-of-the-test', 'seen')),
    'seen',
  );
});

test('errors that a function raises', async () => {
  const raised = await db.rpc('raise_error', { code: 'P0001', message: 'no' });
  expectError(raised, { code: 'P0001', message: 'no', details: 'the detail', hint: 'the hint' });
  assert.equal(raised.status, 400);
  const teapot = await db.rpc('raise_error', { code: 'PT418', message: 'a teapot' });
  expectError(teapot, { code: 'PT418', message: 'a teapot' });
  assert.equal(teapot.status, 418);
});

test('a statement is canceled at its timeout', async () => {
  const slow = await db.rpc('slow');
  expectError(slow, { code: '57014', message: 'canceling statement due to statement timeout' });
  assert.equal(slow.status, 500);
});
