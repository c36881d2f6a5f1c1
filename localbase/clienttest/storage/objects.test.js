import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { expectData, expectError, newClient, newServiceClient, newSignedInUser, open } from '../client.js';

const { storage } = newServiceClient();
const bucket = `objects-${randomUUID()}`;
const files = storage.from(bucket);
const path = (name = 'file.txt') => `${randomUUID()}/${name}`;
const text = async (response) => expectData(await response).text();
before(async () => expectData(await storage.createBucket(bucket, { public: false })));

test('all kinds of bodies are accepted', async (t) => {
  const bytes = Buffer.from('some bytes');
  const form = new FormData();
  form.append('', new Blob([bytes]), 'file.txt');
  for (const [name, body] of Object.entries({
    buffer: bytes,
    'array buffer': new Uint8Array(bytes).buffer,
    blob: new Blob([bytes], { type: 'text/plain' }),
    'form data': form,
    'readable stream': new Blob([bytes]).stream(),
    string: 'some bytes',
  })) {
    await t.test(name, async () => {
      const to = path();
      const uploaded = expectData(await files.upload(to, body));
      assert.equal(uploaded.path, to);
      assert.equal(uploaded.fullPath, `${bucket}/${to}`);
      assert.match(uploaded.id, /^[0-9a-f-]{36}$/);
      assert.equal(await text(files.download(to)), 'some bytes');
    });
  }
});

test('an object is not overwritten without upsert or update', async () => {
  const to = path();
  expectData(await files.upload(to, 'one'));
  expectError(await files.upload(to, 'two'), { statusCode: '409', message: 'The resource already exists' });
  expectData(await files.upload(to, 'two', { upsert: true }));
  assert.equal(await text(files.download(to)), 'two');
  expectData(await files.update(to, 'three'));
  assert.equal(await text(files.download(to)), 'three');
});

test('type, cache control and custom metadata are stored', async () => {
  const to = path('data.json');
  expectData(
    await files.upload(to, '{}', {
      contentType: 'application/json',
      cacheControl: '60',
      metadata: { a: 'b', c: 'd' },
    }),
  );
  const info = expectData(await files.info(to));
  assert.deepEqual(info.metadata, { a: 'b', c: 'd' });
  assert.deepEqual([info.contentType, info.cacheControl, info.size], ['application/json', 'max-age=60', 2]);
  for (const member of ['id', 'version', 'name', 'bucketId', 'createdAt', 'lastModified', 'etag'])
    assert.ok(info[member], member);
  assert.equal('updatedAt' in info, false);
  assert.equal(expectData(await files.download(to)).type, 'application/json');
});

test('a download as a stream, and a range of it', async () => {
  const to = path();
  expectData(await files.upload(to, '0123456789'));
  const stream = expectData(await files.download(to).asStream());
  assert.equal(await new Response(stream).text(), '0123456789');
  const response = await fetch(`${open.url}/storage/v1/object/${bucket}/${to}`, {
    headers: { authorization: `Bearer ${open.serviceKey}`, range: 'bytes=2-4' },
  });
  assert.deepEqual(
    [response.status, response.headers.get('content-range'), await response.text()],
    [206, 'bytes 2-4/10', '234'],
  );
  const same = await fetch(`${open.url}/storage/v1/object/${bucket}/${to}`, {
    headers: { authorization: `Bearer ${open.serviceKey}`, 'if-none-match': response.headers.get('etag') },
  });
  assert.equal(same.status, 304);
});

test('exists returns true or false', async () => {
  const to = path();
  expectData(await files.upload(to, 'x'));
  assert.equal(expectData(await files.exists(to)), true);
  assert.equal((await files.exists(path())).data, false);
});

test('list: files with their metadata, folders, search, order, pages', async () => {
  const folder = randomUUID();
  for (const name of ['b.txt', 'a.txt', 'c.txt', 'deeper/d.txt'])
    expectData(await files.upload(`${folder}/${name}`, name));
  const names = async (options) => expectData(await files.list(folder, options)).map(({ name }) => name);
  assert.deepEqual(await names(), ['a.txt', 'b.txt', 'c.txt', 'deeper']);
  assert.deepEqual(await names({ limit: 2, offset: 1 }), ['b.txt', 'c.txt']);
  assert.deepEqual(await names({ search: 'b' }), ['b.txt']);
  assert.deepEqual(await names({ sortBy: { column: 'name', order: 'desc' } }), [
    'deeper',
    'c.txt',
    'b.txt',
    'a.txt',
  ]);
  const [file, , , deeper] = expectData(await files.list(folder));
  assert.deepEqual([deeper.id, deeper.metadata], [null, null]);
  assert.deepEqual(
    [file.metadata.size, file.metadata.mimetype, file.metadata.cacheControl],
    [5, 'text/plain;charset=UTF-8', 'max-age=3600'],
  );
  assert.deepEqual(expectData(await files.list('nowhere')), []);
  assert.deepEqual(expectData(await storage.from('no-bucket').list()), []);
});

test('list-v2 lists folders, with pages by cursor', async () => {
  const folder = randomUUID();
  const suffixes = ['zz', 'bb', 'xx', 'ww'];
  for (const suffix of [...suffixes, 'deeper/aa']) expectData(await files.upload(`${folder}/${suffix}`, 'x'));
  const flat = expectData(await files.listV2({ prefix: folder }));
  assert.deepEqual([flat.hasNext, flat.folders, flat.objects.length], [false, [], 5]);
  const level = expectData(await files.listV2({ prefix: `${folder}/`, with_delimiter: true }));
  assert.deepEqual(
    level.folders.map(({ name }) => name),
    [`${folder}/deeper/`],
  );
  assert.equal(level.objects.length, 4);
  for (const [sortBy, want] of [
    [undefined, [...suffixes].sort()],
    [{ column: 'name', order: 'desc' }, [...suffixes].sort().reverse()],
    [{ column: 'created_at', order: 'asc' }, suffixes],
    [{ column: 'created_at', order: 'desc' }, [...suffixes].reverse()],
  ]) {
    const seen = [];
    let cursor;
    do {
      const page = expectData(
        await files.listV2({ prefix: `${folder}/`, with_delimiter: true, limit: 2, cursor, sortBy }),
      );
      seen.push(...page.objects.map(({ name }) => name.split('/')[1]));
      cursor = page.hasNext ? page.nextCursor : undefined;
    } while (cursor);
    assert.deepEqual(seen, want);
  }
});

test('move and copy, also into another bucket', async () => {
  const other = `other-${randomUUID()}`;
  expectData(await storage.createBucket(other));
  const [from, to, copied] = [path(), path(), path()];
  expectData(await files.upload(from, 'x', { metadata: { custom: 'yes' } }));
  assert.equal(expectData(await files.copy(from, copied)).path, `${bucket}/${copied}`);
  assert.deepEqual(expectData(await files.info(copied)).metadata, { custom: 'yes' });
  assert.equal(
    expectData(await files.copy(from, copied, { destinationBucket: other })).path,
    `${other}/${copied}`,
  );
  assert.equal(expectData(await files.move(from, to)).message, 'Successfully moved');
  assert.equal((await files.exists(from)).data, false);
  expectData(await files.move(to, to, { destinationBucket: other }));
  assert.equal(await text(storage.from(other).download(to)), 'x');
  expectError(await files.move(path(), path()), { statusCode: '404', message: 'Object not found' });
  expectData(await files.upload(to, 'y'));
  expectError(await files.move(to, copied), { statusCode: '409' });
});

test('remove returns the removed objects', async () => {
  const [a, b] = [path(), path()];
  expectData(await files.upload(a, 'x'));
  expectData(await files.upload(b, 'x'));
  const removed = expectData(await files.remove([a, b, path()]));
  assert.deepEqual(removed.map(({ name }) => name).sort(), [a, b].sort());
  assert.ok(removed[0].id);
  assert.equal((await files.exists(a)).data, false);
});

test('a signed URL reads an object until it expires', async () => {
  const to = path('photo name.txt');
  expectData(await files.upload(to, 'signed'));
  const { signedUrl } = expectData(await files.createSignedUrl(to, 60));
  assert.equal(await (await fetch(signedUrl)).text(), 'signed');
  const named = expectData(await files.createSignedUrl(to, 60, { download: 'own name.txt' })).signedUrl;
  assert.match(
    (await fetch(named)).headers.get('content-disposition'),
    /^attachment; filename=.*own%20name\.txt/,
  );
  assert.equal((await fetch(signedUrl.replace('photo', 'other'))).status, 400);
  const spent = expectData(await files.createSignedUrl(to, 1)).signedUrl;
  const many = expectData(await files.createSignedUrls([to, 'missing'], 60));
  assert.equal(await (await fetch(many[0].signedUrl)).text(), 'signed');
  assert.deepEqual([many[1].signedUrl, many[1].path], [null, 'missing']);
  assert.ok(many[1].error);
  await new Promise((done) => setTimeout(done, 2100));
  assert.equal((await (await fetch(spent)).json()).error, 'InvalidJWT');
  expectError(await files.createSignedUrl('missing', 60), { statusCode: '404' });
});

test('a signed upload URL accepts an object without a session', async () => {
  const to = path();
  const { token, signedUrl } = expectData(await files.createSignedUploadUrl(to));
  assert.ok(signedUrl.startsWith(`${open.url}/storage/v1/object/upload/sign/${bucket}/${to}`));
  const anonymous = newClient().storage.from(bucket);
  assert.equal(expectData(await anonymous.uploadToSignedUrl(to, token, 'first')).path, to);
  expectError(await anonymous.uploadToSignedUrl(to, token, 'second'), {
    statusCode: '409',
    message: 'The resource already exists',
  });
  const over = expectData(await files.createSignedUploadUrl(to, { upsert: true }));
  expectData(await anonymous.uploadToSignedUrl(to, over.token, 'third'));
  assert.equal(await text(files.download(to)), 'third');
  assert.ok((await anonymous.uploadToSignedUrl(path(), token, 'x')).error);
});

test('public objects need no key; private objects look like unknown objects', async () => {
  const shelf = storage.from('open-shelf');
  const to = path();
  expectData(await shelf.upload(to, 'for all'));
  const { publicUrl } = shelf.getPublicUrl(to).data;
  assert.equal(await (await fetch(publicUrl)).text(), 'for all');
  const named = await fetch(shelf.getPublicUrl(to, { download: 'x.txt' }).data.publicUrl);
  assert.match(named.headers.get('content-disposition'), /x\.txt/);
  expectData(await files.upload(to, 'not for all'));
  assert.equal((await fetch(`${open.url}/storage/v1/object/public/${bucket}/${to}`)).status, 400);
  assert.ok((await newClient().storage.from(bucket).download(to)).error);
});

test('policies control access by user and folder', async () => {
  const [mine, other] = [await newSignedInUser(), await newSignedInUser()];
  const desk = mine.supabase.storage.from('desks');
  const to = `${mine.user.id}/note.txt`;
  expectData(await desk.upload(to, 'mine'));
  assert.equal(await text(desk.download(to)), 'mine');
  expectError(await desk.upload(`${other.user.id}/note.txt`, 'x'), {
    statusCode: '403',
    message: 'new row violates row-level security policy',
  });
  const foreign = other.supabase.storage.from('desks');
  assert.ok((await foreign.download(to)).error);
  assert.deepEqual(expectData(await foreign.list(mine.user.id)), []);
  assert.deepEqual(expectData(await foreign.remove([to])), []);
  expectError(await foreign.createSignedUrl(to, 60), { statusCode: '404', message: 'Object not found' });
  assert.equal(expectData(await desk.exists(to)), true);
});

test('invalid names are rejected', async () => {
  expectError(await files.upload('ünïcode.txt', 'x'), {
    statusCode: '400',
    message: 'Invalid key: ünïcode.txt',
  });
  expectError(await storage.from('no-bucket').upload(path(), 'x'), {
    statusCode: '404',
    message: 'Bucket not found',
  });
});
