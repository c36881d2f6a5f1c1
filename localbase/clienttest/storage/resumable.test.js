import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Upload } from 'tus-js-client';
import { expectData, newSignedInUser, open } from '../client.js';

const chunkSize = 6 * 1024 * 1024; // the size that the hosted service requires
const endpoint = `${open.url}/storage/v1/upload/resumable`;

function upload(bytes, objectName, token, options = {}) {
  return new Promise((done, failed) => {
    const tus = new Upload(bytes, {
      endpoint,
      chunkSize,
      retryDelays: null,
      headers: { authorization: `Bearer ${token}` },
      metadata: {
        bucketName: 'desks',
        objectName,
        contentType: 'application/x-test',
        cacheControl: '60',
        metadata: '{"by":"tus"}',
      },
      onSuccess: () => done(tus),
      onError: failed,
      ...options,
      ...(options.onProgress && { onProgress: (sent) => options.onProgress(sent, tus, done) }),
    });
    tus.start();
  });
}

test('an upload in chunks, interrupted and resumed', async () => {
  const { supabase, user } = await newSignedInUser();
  const { access_token } = expectData(await supabase.auth.getSession()).session;
  const bytes = randomBytes(13 * 1024 * 1024);
  const name = `${user.id}/big.bin`;
  const broken = await upload(bytes, name, access_token, {
    onProgress: (sent, tus, done) => {
      if (sent > chunkSize + 1024 * 1024) tus.abort().then(() => done(tus));
    },
  });
  assert.ok(broken.url.startsWith(endpoint));
  await upload(bytes, name, access_token, { uploadUrl: broken.url });
  const back = Buffer.from(
    await expectData(await supabase.storage.from('desks').download(name)).arrayBuffer(),
  );
  assert.ok(back.equals(bytes));
  const info = expectData(await supabase.storage.from('desks').info(name));
  assert.deepEqual(
    [info.contentType, info.cacheControl, info.metadata],
    ['application/x-test', 'max-age=60', { by: 'tus' }],
  );
});

test('policies are checked before the upload', async () => {
  const { supabase } = await newSignedInUser();
  const { access_token } = expectData(await supabase.auth.getSession()).session;
  await assert.rejects(upload(Buffer.from('x'), `${randomUUID()}/x`, access_token), /response code: 403/);
  await assert.rejects(upload(Buffer.from('x'), 'x', open.anonKey), /response code: 403/);
});

test('an existing object is overwritten only with x-upsert', async () => {
  const { supabase, user } = await newSignedInUser();
  const { access_token } = expectData(await supabase.auth.getSession()).session;
  const name = `${user.id}/once.txt`;
  await upload(Buffer.from('one'), name, access_token);
  await assert.rejects(upload(Buffer.from('two'), name, access_token), /response code: 409/);
  await upload(Buffer.from('two'), name, access_token, {
    headers: { authorization: `Bearer ${access_token}`, 'x-upsert': 'true' },
  });
  assert.equal(await expectData(await supabase.storage.from('desks').download(name)).text(), 'two');
});
