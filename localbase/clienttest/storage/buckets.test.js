import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { StorageClient } from '@supabase/storage-js';
import { expectData, expectError, newClient, newServiceClient, open, strict } from '../client.js';

const { storage } = newServiceClient();

test('a bucket is created, read, listed, changed, emptied and deleted', async () => {
  const name = `bucket-${randomUUID()}`;
  assert.deepEqual(expectData(await storage.createBucket(name)), { name });
  expectError(await storage.createBucket(name), {
    statusCode: '409',
    message: 'The resource already exists',
  });
  const created = expectData(await storage.getBucket(name));
  assert.deepEqual(
    [created.id, created.public, created.file_size_limit, created.allowed_mime_types],
    [name, false, null, null],
  );
  assert.match(created.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(expectData(await storage.listBuckets()).some(({ id }) => id === name));
  assert.deepEqual(
    expectData(
      await storage.listBuckets({ search: name, limit: 1, sortColumn: 'name', sortOrder: 'desc' }),
    ).map(({ id }) => id),
    [name],
  );
  assert.deepEqual(
    expectData(
      await storage.updateBucket(name, { public: true, fileSizeLimit: '1kb', allowedMimeTypes: ['text/*'] }),
    ),
    {
      message: 'Successfully updated',
    },
  );
  assert.equal(expectData(await storage.getBucket(name)).public, true);
  expectData(await storage.from(name).upload('a/b.txt', 'x', { contentType: 'text/plain' }));
  expectError(await storage.deleteBucket(name), { statusCode: '409', message: /not empty/ });
  expectData(await storage.emptyBucket(name));
  assert.deepEqual(expectData(await storage.deleteBucket(name)), { message: 'Successfully deleted' });
  expectError(await storage.getBucket(name), { statusCode: '404', message: 'Bucket not found' });
});

test("a bucket's limits on size and type", async () => {
  const name = `limited-${randomUUID()}`;
  expectData(await storage.createBucket(name, { fileSizeLimit: '1kb', allowedMimeTypes: ['image/png'] }));
  const upload = (size, contentType) =>
    storage.from(name).upload(randomUUID(), Buffer.alloc(size), { contentType });
  expectData(await upload(100, 'image/png'));
  expectError(await upload(2000, 'image/png'), {
    statusCode: '413',
    message: 'The object exceeded the maximum allowed size',
  });
  expectError(await upload(100, 'image/jpeg'), {
    statusCode: '415',
    message: 'mime type image/jpeg is not supported',
  });
});

test('without permission the list is empty; without a token the request fails', async () => {
  assert.deepEqual(expectData(await newClient().storage.listBuckets()), []);
  expectError(await newClient().storage.createBucket('mine'), {
    statusCode: '403',
    message: 'new row violates row-level security policy',
  });
  expectError(await new StorageClient(`${open.url}/storage/v1`).listBuckets(), {
    message: 'Invalid Compact JWS',
  });
  expectError(
    await new StorageClient(`${open.url}/storage/v1`, { Authorization: 'Bearer invalid' }).listBuckets(),
    { message: 'Invalid Compact JWS' },
  );
});

test('a token is sufficient without an apikey', async () => {
  expectData(
    await new StorageClient(`${open.url}/storage/v1`, {
      Authorization: `Bearer ${open.serviceKey}`,
    }).listBuckets(),
  );
});

test('config.toml creates buckets', async () => {
  const configured = newServiceClient(strict).storage;
  const bucket = expectData(await configured.getBucket('shelf'));
  assert.deepEqual(
    [bucket.public, bucket.file_size_limit, bucket.allowed_mime_types],
    [true, 1024, ['text/plain']],
  );
  const upload = (size, contentType) =>
    configured.from('shelf').upload(randomUUID(), 'x'.repeat(size), { contentType });
  expectData(await upload(1000, 'text/plain'));
  expectError(await upload(2000, 'text/plain'), { statusCode: '413' });
  expectError(await upload(1000, 'text/html'), { statusCode: '415' });
});
