import { expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import type { SendFileRequest } from '@/lib/files/send-file';
import { UploadQueue } from './upload-queue';

/** A network where each file waits until the test lets it go. */
function makeNetwork() {
  const sending: (SendFileRequest & { succeed: () => void; fail: (error: unknown) => void })[] = [];
  const send = (request: SendFileRequest) =>
    new Promise<void>((succeed, fail) => {
      request.signal.addEventListener('abort', () => fail(request.signal.reason));
      sending.push({ ...request, succeed, fail });
    });
  return { sending, send };
}

const makeUpload = (name: string, size = 10) => ({
  bucket: 'b',
  path: name,
  file: new File(['x'.repeat(size)], name),
});

const listStates = (queue: UploadQueue) => queue.snapshot().map(({ state }) => state);

const makeError = (status: number, code: string) =>
  new ApiError({ code, message: code, details: '', hint: '', status, requestId: '' });

test('three go at once, and the next when one is through', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => makeUpload(name)));
  expect(listStates(queue)).toEqual(['sending', 'sending', 'sending', 'queued', 'queued']);
  sending[1]?.succeed();
  await vi.waitFor(() =>
    expect(listStates(queue)).toEqual(['sending', 'done', 'sending', 'sending', 'queued']),
  );
});

test('progress is told, and ends with all of it', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([makeUpload('a', 100)]);
  sending[0]?.onProgress(40);
  expect(queue.snapshot()[0]?.sentBytes).toBe(40);
  // The browser counts the request's frame too.
  sending[0]?.onProgress(140);
  expect(queue.snapshot()[0]?.sentBytes).toBe(100);
  sending[0]?.succeed();
  await vi.waitFor(() => expect(queue.snapshot()[0]).toMatchObject({ state: 'done', sentBytes: 100 }));
});

test('a cancelled file stops on the wire and makes room', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send, 1);
  queue.add([makeUpload('a'), makeUpload('b')]);
  queue.cancel(1);
  expect(sending[0]?.signal.aborted).toBe(true);
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['cancelled', 'sending']));
});

test('a cancelled file that is sent again is not held to the first try', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([makeUpload('a')]);
  queue.cancel(1);
  queue.retry(1);
  sending[1]?.succeed();
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['done']));
});

test('a failure says why, and may be tried again', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([makeUpload('a')]);
  sending[0]?.fail(makeError(403, 'AccessDenied'));
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['failed']));
  expect(queue.snapshot()[0]?.error?.code).toBe('AccessDenied');
  queue.retry(1);
  expect(queue.snapshot()[0]).toMatchObject({ state: 'sending', error: null });
});

test('a taken name asks first; only the answer overwrites', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([makeUpload('a')]);
  expect(sending[0]?.overwrite).toBe(false);
  sending[0]?.fail(makeError(409, 'KeyAlreadyExists'));
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['conflict']));
  queue.retry(1, { overwrite: true });
  expect(sending[1]).toMatchObject({ overwrite: true, path: 'a' });
});

test('a name known to be taken is not even sent, and can go under another', () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([{ ...makeUpload('a.txt'), isNameTaken: true }]);
  expect(listStates(queue)).toEqual(['conflict']);
  expect(sending).toHaveLength(0);
  queue.retry(1, { path: 'a (2).txt' });
  expect(sending[0]).toMatchObject({ overwrite: false, path: 'a (2).txt' });
});

test('a file that can’t be accepted is not sent, and says why', () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([{ ...makeUpload('a'), validationError: 'Too large.' }, makeUpload('b')]);
  expect(listStates(queue)).toEqual(['failed', 'sending']);
  expect(queue.snapshot()[0]?.error?.message).toBe('Too large.');
  expect(sending.map(({ path }) => path)).toEqual(['b']);
});

test('clearing leaves what is still on its way', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send, 1);
  queue.add([makeUpload('a'), makeUpload('b'), makeUpload('c')]);
  sending[0]?.succeed();
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['done', 'sending', 'queued']));
  queue.clear();
  expect(queue.snapshot().map(({ path }) => path)).toEqual(['b', 'c']);
});

test('who listens hears of each change', () => {
  const { send } = makeNetwork();
  const queue = new UploadQueue(send);
  const heard = vi.fn();
  const stop = queue.subscribe(heard);
  queue.add([makeUpload('a')]);
  const before = heard.mock.calls.length;
  expect(before).toBeGreaterThan(0);
  stop();
  queue.cancel(1);
  expect(heard).toHaveBeenCalledTimes(before);
});
