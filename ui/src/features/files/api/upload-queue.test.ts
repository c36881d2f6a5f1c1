import { expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import type { SendFileRequest } from '@/lib/files/send-file';
import { UploadQueue } from './upload-queue';

/** Fakes a network in which each upload waits until the test lets it succeed or fail. */
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

test('sends three files at the same time, and the next after one of them is done', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => makeUpload(name)));
  expect(listStates(queue)).toEqual(['sending', 'sending', 'sending', 'queued', 'queued']);
  sending[1]?.succeed();
  await vi.waitFor(() =>
    expect(listStates(queue)).toEqual(['sending', 'done', 'sending', 'sending', 'queued']),
  );
});

test('reports progress up to the size of the file', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([makeUpload('a', 100)]);
  sending[0]?.onProgress(40);
  expect(queue.snapshot()[0]?.sentBytes).toBe(40);
  // The browser counts more bytes than the file has.
  sending[0]?.onProgress(140);
  expect(queue.snapshot()[0]?.sentBytes).toBe(100);
  sending[0]?.succeed();
  await vi.waitFor(() => expect(queue.snapshot()[0]).toMatchObject({ state: 'done', sentBytes: 100 }));
});

test('aborts the request of a cancelled file and sends the next file', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send, 1);
  queue.add([makeUpload('a'), makeUpload('b')]);
  queue.cancel(1);
  expect(sending[0]?.signal.aborted).toBe(true);
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['cancelled', 'sending']));
});

test('sends a cancelled file again after a retry', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([makeUpload('a')]);
  queue.cancel(1);
  queue.retry(1);
  sending[1]?.succeed();
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['done']));
});

test('stores the error of a failed file and can retry it', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([makeUpload('a')]);
  sending[0]?.fail(makeError(403, 'AccessDenied'));
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['failed']));
  expect(queue.snapshot()[0]?.error?.code).toBe('AccessDenied');
  queue.retry(1);
  expect(queue.snapshot()[0]).toMatchObject({ state: 'sending', error: null });
});

test('overwrites an existing file only after the user’s decision', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([makeUpload('a')]);
  expect(sending[0]?.overwrite).toBe(false);
  sending[0]?.fail(makeError(409, 'KeyAlreadyExists'));
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['conflict']));
  queue.retry(1, { overwrite: true });
  expect(sending[1]).toMatchObject({ overwrite: true, path: 'a' });
});

test('does not send a file whose name is taken, and can send it under a different name', () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([{ ...makeUpload('a.txt'), isNameTaken: true }]);
  expect(listStates(queue)).toEqual(['conflict']);
  expect(sending).toHaveLength(0);
  queue.retry(1, { path: 'a (2).txt' });
  expect(sending[0]).toMatchObject({ overwrite: false, path: 'a (2).txt' });
});

test('does not send a file that can’t be accepted, and stores the reason', () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send);
  queue.add([{ ...makeUpload('a'), validationError: 'Too large.' }, makeUpload('b')]);
  expect(listStates(queue)).toEqual(['failed', 'sending']);
  expect(queue.snapshot()[0]?.error?.message).toBe('Too large.');
  expect(sending.map(({ path }) => path)).toEqual(['b']);
});

test('clears all but queued and active uploads', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send, 1);
  queue.add([makeUpload('a'), makeUpload('b'), makeUpload('c')]);
  sending[0]?.succeed();
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['done', 'sending', 'queued']));
  queue.clear();
  expect(queue.snapshot().map(({ path }) => path)).toEqual(['b', 'c']);
});

test('notifies its listeners of each change until they unsubscribe', () => {
  const { send } = makeNetwork();
  const queue = new UploadQueue(send);
  const listener = vi.fn();
  const unsubscribe = queue.subscribe(listener);
  queue.add([makeUpload('a')]);
  const callCount = listener.mock.calls.length;
  expect(callCount).toBeGreaterThan(0);
  unsubscribe();
  queue.cancel(1);
  expect(listener).toHaveBeenCalledTimes(callCount);
});
