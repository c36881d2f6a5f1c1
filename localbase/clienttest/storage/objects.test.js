import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { client, fails, ok, open, person, service } from '../client.js';

const { storage } = service();
const bucket = `objects-${randomUUID()}`;
const files = storage.from(bucket);
const path = (name = 'file.txt') => `${randomUUID()}/${name}`;
const text = async (answer) => ok(await answer).text();
before(async () => ok(await storage.createBucket(bucket, { public: false })));

test('every kind of body is taken', async (t) => {
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
      const uploaded = ok(await files.upload(to, body));
      assert.equal(uploaded.path, to);
      assert.equal(uploaded.fullPath, `${bucket}/${to}`);
      assert.match(uploaded.id, /^[0-9a-f-]{36}$/);
      assert.equal(await text(files.download(to)), 'some bytes');
    });
  }
});

test('an object is there once; upsert and update replace it', async () => {
  const to = path();
  ok(await files.upload(to, 'one'));
  fails(await files.upload(to, 'two'), { statusCode: '409', message: 'The resource already exists' });
  ok(await files.upload(to, 'two', { upsert: true }));
  assert.equal(await text(files.download(to)), 'two');
  ok(await files.update(to, 'three'));
  assert.equal(await text(files.download(to)), 'three');
});

test('type, cache control and metadata of one own are kept', async () => {
  const to = path('data.json');
  ok(
    await files.upload(to, '{}', {
      contentType: 'application/json',
      cacheControl: '60',
      metadata: { a: 'b', c: 'd' },
    }),
  );
  const info = ok(await files.info(to));
  assert.deepEqual(info.metadata, { a: 'b', c: 'd' });
  assert.deepEqual([info.contentType, info.cacheControl, info.size], ['application/json', 'max-age=60', 2]);
  for (const member of ['id', 'version', 'name', 'bucketId', 'createdAt', 'lastModified', 'etag'])
    assert.ok(info[member], member);
  assert.equal('updatedAt' in info, false);
  assert.equal(ok(await files.download(to)).type, 'application/json');
});

test('a download as a stream, and a range of it', async () => {
  const to = path();
  ok(await files.upload(to, '0123456789'));
  const stream = ok(await files.download(to).asStream());
  assert.equal(await new Response(stream).text(), '0123456789');
  const answer = await fetch(`${open.url}/storage/v1/object/${bucket}/${to}`, {
    headers: { authorization: `Bearer ${open.serviceKey}`, range: 'bytes=2-4' },
  });
  assert.deepEqual(
    [answer.status, answer.headers.get('content-range'), await answer.text()],
    [206, 'bytes 2-4/10', '234'],
  );
  const same = await fetch(`${open.url}/storage/v1/object/${bucket}/${to}`, {
    headers: { authorization: `Bearer ${open.serviceKey}`, 'if-none-match': answer.headers.get('etag') },
  });
  assert.equal(same.status, 304);
});

test('exists says yes or no', async () => {
  const to = path();
  ok(await files.upload(to, 'x'));
  assert.equal(ok(await files.exists(to)), true);
  assert.equal((await files.exists(path())).data, false);
});

test('list: files with their metadata, folders, search, order, pages', async () => {
  const folder = randomUUID();
  for (const name of ['b.txt', 'a.txt', 'c.txt', 'deeper/d.txt'])
    ok(await files.upload(`${folder}/${name}`, name));
  const names = async (options) => ok(await files.list(folder, options)).map(({ name }) => name);
  assert.deepEqual(await names(), ['a.txt', 'b.txt', 'c.txt', 'deeper']);
  assert.deepEqual(await names({ limit: 2, offset: 1 }), ['b.txt', 'c.txt']);
  assert.deepEqual(await names({ search: 'b' }), ['b.txt']);
  assert.deepEqual(await names({ sortBy: { column: 'name', order: 'desc' } }), [
    'deeper',
    'c.txt',
    'b.txt',
    'a.txt',
  ]);
  const [file, , , deeper] = ok(await files.list(folder));
  assert.deepEqual([deeper.id, deeper.metadata], [null, null]);
  assert.deepEqual(
    [file.metadata.size, file.metadata.mimetype, file.metadata.cacheControl],
    [5, 'text/plain;charset=UTF-8', 'max-age=3600'],
  );
  assert.deepEqual(ok(await files.list('nowhere')), []);
  assert.deepEqual(ok(await storage.from('no-bucket').list()), []);
});

test('list-v2 walks through folders and pages by a cursor', async () => {
  const folder = randomUUID();
  const suffixes = ['zz', 'bb', 'xx', 'ww'];
  for (const suffix of [...suffixes, 'deeper/aa']) ok(await files.upload(`${folder}/${suffix}`, 'x'));
  const flat = ok(await files.listV2({ prefix: folder }));
  assert.deepEqual([flat.hasNext, flat.folders, flat.objects.length], [false, [], 5]);
  const level = ok(await files.listV2({ prefix: `${folder}/`, with_delimiter: true }));
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
      const page = ok(
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
  ok(await storage.createBucket(other));
  const [from, to, copied] = [path(), path(), path()];
  ok(await files.upload(from, 'x', { metadata: { kept: 'yes' } }));
  assert.equal(ok(await files.copy(from, copied)).path, `${bucket}/${copied}`);
  assert.deepEqual(ok(await files.info(copied)).metadata, { kept: 'yes' });
  assert.equal(ok(await files.copy(from, copied, { destinationBucket: other })).path, `${other}/${copied}`);
  assert.equal(ok(await files.move(from, to)).message, 'Successfully moved');
  assert.equal((await files.exists(from)).data, false);
  ok(await files.move(to, to, { destinationBucket: other }));
  assert.equal(await text(storage.from(other).download(to)), 'x');
  fails(await files.move(path(), path()), { statusCode: '404', message: 'Object not found' });
  ok(await files.upload(to, 'y'));
  fails(await files.move(to, copied), { statusCode: '409' });
});

test('remove answers with what was there', async () => {
  const [a, b] = [path(), path()];
  ok(await files.upload(a, 'x'));
  ok(await files.upload(b, 'x'));
  const removed = ok(await files.remove([a, b, path()]));
  assert.deepEqual(removed.map(({ name }) => name).sort(), [a, b].sort());
  assert.ok(removed[0].id);
  assert.equal((await files.exists(a)).data, false);
});

test('a signed URL reads one object, for a while', async () => {
  const to = path('photo name.txt');
  ok(await files.upload(to, 'signed'));
  const { signedUrl } = ok(await files.createSignedUrl(to, 60));
  assert.equal(await (await fetch(signedUrl)).text(), 'signed');
  const named = ok(await files.createSignedUrl(to, 60, { download: 'own name.txt' })).signedUrl;
  assert.match(
    (await fetch(named)).headers.get('content-disposition'),
    /^attachment; filename=.*own%20name\.txt/,
  );
  assert.equal((await fetch(signedUrl.replace('photo', 'other'))).status, 400);
  const spent = ok(await files.createSignedUrl(to, 1)).signedUrl;
  const many = ok(await files.createSignedUrls([to, 'missing'], 60));
  assert.equal(await (await fetch(many[0].signedUrl)).text(), 'signed');
  assert.deepEqual([many[1].signedUrl, many[1].path], [null, 'missing']);
  assert.ok(many[1].error);
  await new Promise((done) => setTimeout(done, 2100));
  assert.equal((await (await fetch(spent)).json()).error, 'InvalidJWT');
  fails(await files.createSignedUrl('missing', 60), { statusCode: '404' });
});

test('a signed upload URL takes one object from anybody', async () => {
  const to = path();
  const { token, signedUrl } = ok(await files.createSignedUploadUrl(to));
  assert.ok(signedUrl.startsWith(`${open.url}/storage/v1/object/upload/sign/${bucket}/${to}`));
  const anybody = client().storage.from(bucket);
  assert.equal(ok(await anybody.uploadToSignedUrl(to, token, 'first')).path, to);
  fails(await anybody.uploadToSignedUrl(to, token, 'second'), {
    statusCode: '409',
    message: 'The resource already exists',
  });
  const over = ok(await files.createSignedUploadUrl(to, { upsert: true }));
  ok(await anybody.uploadToSignedUrl(to, over.token, 'third'));
  assert.equal(await text(files.download(to)), 'third');
  assert.ok((await anybody.uploadToSignedUrl(path(), token, 'x')).error);
});

test('public objects need no key; private ones and unknown ones look alike', async () => {
  const shelf = storage.from('open-shelf');
  const to = path();
  ok(await shelf.upload(to, 'for all'));
  const { publicUrl } = shelf.getPublicUrl(to).data;
  assert.equal(await (await fetch(publicUrl)).text(), 'for all');
  const named = await fetch(shelf.getPublicUrl(to, { download: 'x.txt' }).data.publicUrl);
  assert.match(named.headers.get('content-disposition'), /x\.txt/);
  ok(await files.upload(to, 'not for all'));
  assert.equal((await fetch(`${open.url}/storage/v1/object/public/${bucket}/${to}`)).status, 400);
  assert.ok((await client().storage.from(bucket).download(to)).error);
});

test('policies decide, per person and folder', async () => {
  const [mine, other] = [await person(), await person()];
  const desk = mine.supabase.storage.from('desks');
  const to = `${mine.user.id}/note.txt`;
  ok(await desk.upload(to, 'mine'));
  assert.equal(await text(desk.download(to)), 'mine');
  fails(await desk.upload(`${other.user.id}/note.txt`, 'x'), {
    statusCode: '403',
    message: 'new row violates row-level security policy',
  });
  const foreign = other.supabase.storage.from('desks');
  assert.ok((await foreign.download(to)).error);
  assert.deepEqual(ok(await foreign.list(mine.user.id)), []);
  assert.deepEqual(ok(await foreign.remove([to])), []);
  fails(await foreign.createSignedUrl(to, 60), { statusCode: '404', message: 'Object not found' });
  assert.equal(ok(await desk.exists(to)), true);
});

test('names that are none are refused', async () => {
  fails(await files.upload('ünïcode.txt', 'x'), { statusCode: '400', message: 'Invalid key: ünïcode.txt' });
  fails(await storage.from('no-bucket').upload(path(), 'x'), {
    statusCode: '404',
    message: 'Bucket not found',
  });
});
