import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { expectData, expectError, newClient, newServiceClient, newSignedInUser, open } from '../client.js';

const db = newClient();

/** Returns functions for rows that belong to one test. */
function scratch() {
  const suite = randomUUID();
  return {
    suite,
    insert: (rows, options) =>
      db.from('scratch').insert(
        [].concat(rows).map((row) => ({ suite, ...row })),
        options,
      ),
    rows: async () =>
      expectData(await db.from('scratch').select('name,amount').eq('suite', suite).order('id')),
  };
}

test('insert: minimal, with rows, with selected columns', async () => {
  const { insert } = scratch();
  const minimal = await insert({ name: 'a' });
  assert.deepEqual([minimal.status, minimal.data, minimal.error], [201, null, null]);
  assert.deepEqual(expectData(await insert({ name: 'b' }).select('name,amount').single()), {
    name: 'b',
    amount: 7,
  });
  const counted = await insert([{ name: 'c' }, { name: 'd' }], { count: 'exact' });
  assert.deepEqual([counted.count, counted.status], [2, 201]);
});

test('bulk insert: missing keys are null, or the default', async () => {
  const { insert, rows } = scratch();
  expectData(await insert([{ name: 'a', amount: 1 }, { name: 'b' }], { defaultToNull: false }));
  assert.deepEqual(await rows(), [
    { name: 'a', amount: 1 },
    { name: 'b', amount: 7 },
  ]);
  expectError(await insert([{ name: 'c', amount: 1 }, { name: 'd' }]), { code: '23502' });
});

test('upsert: merge, ignore, on another unique key', async () => {
  const { suite, insert, rows } = scratch();
  expectData(
    await insert([
      { name: 'a', amount: 1 },
      { name: 'b', amount: 2 },
    ]),
  );
  const upsert = (row, options) =>
    db.from('scratch').upsert({ suite, ...row }, { onConflict: 'suite,name', ...options });
  const merged = await upsert({ name: 'a', amount: 10 }).select('amount');
  assert.deepEqual([merged.status, merged.data], [200, [{ amount: 10 }]]);
  const ignored = await upsert({ name: 'b', amount: 20 }, { ignoreDuplicates: true }).select();
  assert.deepEqual([ignored.status, ignored.data], [201, []]);
  expectData(await upsert({ name: 'c', amount: 30 }));
  assert.deepEqual(await rows(), [
    { name: 'a', amount: 10 },
    { name: 'b', amount: 2 },
    { name: 'c', amount: 30 },
  ]);
  const [{ id }] = expectData(await db.from('scratch').select('id').eq('suite', suite).eq('name', 'a'));
  expectData(await db.from('scratch').upsert({ id, suite, name: 'by key' }));
  assert.equal((await rows())[0].name, 'by key');
});

test('update and delete return the rows and their count', async () => {
  const { suite, insert, rows } = scratch();
  expectData(await insert([{ name: 'a' }, { name: 'b' }, { name: 'c' }]));
  const silent = await db.from('scratch').update({ amount: 1 }).eq('suite', suite);
  assert.deepEqual([silent.status, silent.data], [204, null]);
  const updated = await db
    .from('scratch')
    .update({ amount: 8 }, { count: 'exact' })
    .eq('suite', suite)
    .lte('name', 'b')
    .select('name')
    .order('name');
  assert.deepEqual([updated.count, updated.data], [2, [{ name: 'a' }, { name: 'b' }]]);
  const deleted = await db
    .from('scratch')
    .delete({ count: 'exact' })
    .eq('suite', suite)
    .eq('amount', 8)
    .select('name')
    .order('name', { ascending: false });
  assert.deepEqual([deleted.count, deleted.data], [2, [{ name: 'b' }, { name: 'a' }]]);
  assert.deepEqual(await rows(), [{ name: 'c', amount: 1 }]);
  assert.deepEqual(
    expectData(await db.from('scratch').update({ amount: 1 }).eq('suite', 'none').select()),
    [],
  );
});

test('a write of several rows with single() changes nothing', async () => {
  const { suite, insert, rows } = scratch();
  expectData(await insert([{ name: 'a' }, { name: 'b' }]));
  expectError(await db.from('scratch').update({ amount: 9 }).eq('suite', suite).select().single(), {
    code: 'PGRST116',
  });
  assert.deepEqual(await rows(), [
    { name: 'a', amount: 7 },
    { name: 'b', amount: 7 },
  ]);
});

test('maxAffected rolls a write back', async () => {
  const { suite, insert, rows } = scratch();
  expectData(await insert([{ name: 'a' }, { name: 'b' }]));
  const rejected = await db.from('scratch').delete().eq('suite', suite).maxAffected(1);
  expectError(rejected, {
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: 'The query affects 2 rows',
  });
  assert.equal(rejected.status, 400);
  assert.equal((await rows()).length, 2);
  expectData(await db.from('scratch').delete().eq('suite', suite).maxAffected(2));
  assert.equal((await rows()).length, 0);
});

test('rollback returns the result without a change', async () => {
  const { insert, rows } = scratch();
  assert.equal(expectData(await insert({ name: 'a' }).select('name').rollback().single()).name, 'a');
  assert.deepEqual(await rows(), []);
});

test('violated constraints are reported', async () => {
  const { suite, insert } = scratch();
  expectData(await insert({ name: 'a' }));
  const duplicate = await insert({ name: 'a' });
  expectError(duplicate, { code: '23505', details: `Key (suite, name)=(${suite}, a) already exists.` });
  assert.equal(duplicate.status, 409);
  expectError(await insert({ amount: 2000 }), {
    code: '23514',
    message: /violates check constraint "scratch_amount_check"/,
  });
  const orphan = await insert({ parent: 0 });
  expectError(orphan, { code: '23503' });
  assert.equal(orphan.status, 409);
  expectError(await insert({ colour: 'red' }), {
    code: 'PGRST204',
    message: "Could not find the 'colour' column of 'scratch' in the schema cache",
  });
  expectError(await db.from('books').insert({ title: 'x', author_id: 1 }), { code: '42501' });
});

test('row-level security: only own rows; a blocked change succeeds without rows', async () => {
  const [mine, other] = [await newSignedInUser(), await newSignedInUser()];
  const { id } = expectData(await mine.supabase.from('notes').insert({ body: 'mine' }).select('id').single());
  assert.equal(expectData(await mine.supabase.from('notes').select()).length, 1);
  assert.deepEqual(expectData(await other.supabase.from('notes').select()), []);
  assert.deepEqual(
    expectData(await other.supabase.from('notes').update({ body: 'theirs' }).eq('id', id).select()),
    [],
  );
  assert.deepEqual(expectData(await mine.supabase.from('notes').delete().eq('id', id).select()), []);
  const forged = await mine.supabase.from('notes').insert({ body: 'x', owner: other.user.id });
  expectError(forged, {
    code: '42501',
    message: 'new row violates row-level security policy for table "notes"',
  });
  assert.equal(forged.status, 403);
  const anonymous = await db.from('notes').select();
  expectError(anonymous, { code: '42501' });
  assert.equal(anonymous.status, 401);
  assert.equal(
    expectData(await newServiceClient().from('notes').select('body').eq('id', id).single()).body,
    'mine',
  );
});

test('an invalid or expired token is rejected', async () => {
  const bearer = (token) => db.from('books').select('id').setHeader('Authorization', `Bearer ${token}`);
  expectError(await bearer('invalid'), { code: 'PGRST301' });
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { role: 'anon', exp: 1 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const { createHmac } = await import('node:crypto');
  const signature = createHmac('sha256', open.jwtSecret).update(parts.join('.')).digest('base64url');
  const expired = await bearer([...parts, signature].join('.'));
  expectError(expired, { code: 'PGRST303', message: 'JWT expired' });
  assert.equal(expired.status, 401);
});

test('values are stored unchanged', async () => {
  const { insert } = scratch();
  for (const name of [
    '',
    ' ',
    'Zoë 👋 "x", (y) \\ %_*',
    "Robert'); drop table scratch;--",
    'null',
    'line\nbreak',
  ]) {
    assert.equal(expectData(await insert({ name }).select('name').single()).name, name);
    assert.equal(
      expectData(await db.from('scratch').select('name').eq('name', name).limit(1)).length,
      1,
      name,
    );
  }
});
