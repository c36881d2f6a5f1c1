import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { expectData, newClient, newServiceClient, open } from '../client.js';

/** Returns a gray image as PNG (RFC 2083). */
function png(width, height) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc(body), 4 + body.length);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8; // bits per sample; the color type is 0 (gray)
  const rows = Buffer.alloc(height * (width + 1), 128);
  for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0; // no filter
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
const readSize = async (blob) => {
  const bytes = Buffer.from(await blob.arrayBuffer());
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

const shelf = newServiceClient().storage.from('open-shelf');
const path = `pictures/${randomUUID()}.png`;
before(async () => expectData(await shelf.upload(path, png(120, 60)))); // with the client's default type, text/plain

test('an image is resized, independent of its stored type', async () => {
  const resized = async (transform) => readSize(expectData(await shelf.download(path, { transform })));
  assert.deepEqual(await resized({ width: 40, height: 40 }), [40, 40]);
  assert.deepEqual(await resized({ width: 40, height: 40, resize: 'contain' }), [40, 20]);
  assert.deepEqual(await resized({ width: 40, height: 40, resize: 'fill' }), [40, 40]);
  assert.equal(expectData(await shelf.download(path, { transform: { width: 40 } })).type, 'image/png');
});

test('an image is resized by its public and its signed URL', async () => {
  const publicUrl = newClient()
    .storage.from('open-shelf')
    .getPublicUrl(path, { transform: { width: 30, height: 30 } }).data.publicUrl;
  assert.ok(publicUrl.startsWith(`${open.url}/storage/v1/render/image/public/`));
  assert.deepEqual(await readSize(await (await fetch(publicUrl)).blob()), [30, 30]);
  const { signedUrl } = expectData(
    await shelf.createSignedUrl(path, 60, { transform: { width: 20, height: 20, quality: 60 } }),
  );
  const response = await fetch(signedUrl);
  assert.equal(response.headers.get('x-transformations'), 'height:20,width:20,resizing_type:fill,quality:60');
  assert.deepEqual(await readSize(await response.blob()), [20, 20]);
});

test('a file that is not an image is rejected', async () => {
  const text = `${randomUUID()}.txt`;
  expectData(await shelf.upload(text, 'plain'));
  assert.ok((await shelf.download(text, { transform: { width: 10 } })).error);
});
