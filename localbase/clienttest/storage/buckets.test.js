import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { StorageClient } from '@supabase/storage-js';
import { client, fails, ok, open, service } from '../client.js';

const { storage } = service();

test('a bucket is made, found, listed, changed, emptied and deleted', async () => {
  const name = `bucket-${randomUUID()}`;
  assert.deepEqual(ok(await storage.createBucket(name)), { name });
  fails(await storage.createBucket(name), { statusCode: '409', message: 'The resource already exists' });
  const made = ok(await storage.getBucket(name));
  assert.deepEqual(
    [made.id, made.public, made.file_size_limit, made.allowed_mime_types],
    [name, false, null, null],
  );
  assert.match(made.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(ok(await storage.listBuckets()).some(({ id }) => id === name));
  assert.deepEqual(
    ok(await storage.listBuckets({ search: name, limit: 1, sortColumn: 'name', sortOrder: 'desc' })).map(
      ({ id }) => id,
    ),
    [name],
  );
  assert.deepEqual(
    ok(
      await storage.updateBucket(name, { public: true, fileSizeLimit: '1kb', allowedMimeTypes: ['text/*'] }),
    ),
    {
      message: 'Successfully updated',
    },
  );
  assert.equal(ok(await storage.getBucket(name)).public, true);
  ok(await storage.from(name).upload('a/b.txt', 'x', { contentType: 'text/plain' }));
  fails(await storage.deleteBucket(name), { statusCode: '409', message: /not empty/ });
  ok(await storage.emptyBucket(name));
  assert.deepEqual(ok(await storage.deleteBucket(name)), { message: 'Successfully deleted' });
  fails(await storage.getBucket(name), { statusCode: '404', message: 'Bucket not found' });
});

test("a bucket's limits on size and type", async () => {
  const name = `limited-${randomUUID()}`;
  ok(await storage.createBucket(name, { fileSizeLimit: '1kb', allowedMimeTypes: ['image/png'] }));
  const upload = (size, contentType) =>
    storage.from(name).upload(randomUUID(), Buffer.alloc(size), { contentType });
  ok(await upload(100, 'image/png'));
  fails(await upload(2000, 'image/png'), {
    statusCode: '413',
    message: 'The object exceeded the maximum allowed size',
  });
  fails(await upload(100, 'image/jpeg'), {
    statusCode: '415',
    message: 'mime type image/jpeg is not supported',
  });
});

test('who may not see buckets sees none; without a token there is no answer', async () => {
  assert.deepEqual(ok(await client().storage.listBuckets()), []);
  fails(await client().storage.createBucket('mine'), {
    statusCode: '403',
    message: 'new row violates row-level security policy',
  });
  fails(await new StorageClient(`${open.url}/storage/v1`).listBuckets(), { message: 'Invalid Compact JWS' });
  fails(
    await new StorageClient(`${open.url}/storage/v1`, { Authorization: 'Bearer nonsense' }).listBuckets(),
    { message: 'Invalid Compact JWS' },
  );
});

test('a token alone is enough, without an apikey', async () => {
  ok(
    await new StorageClient(`${open.url}/storage/v1`, {
      Authorization: `Bearer ${open.serviceKey}`,
    }).listBuckets(),
  );
});
