import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import type { SendFileRequest } from '@/lib/files/send-file-request';
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

test('aborts the request of a canceled file and sends the next file', async () => {
  const { sending, send } = makeNetwork();
  const queue = new UploadQueue(send, 1);
  queue.add([makeUpload('a'), makeUpload('b')]);
  queue.cancel(1);
  expect(sending[0]?.signal.aborted).toBe(true);
  await vi.waitFor(() => expect(listStates(queue)).toEqual(['canceled', 'sending']));
});

test('sends a canceled file again after a retry', async () => {
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

describe('interruptions', () => {
  test('an upload without a response is sent again, and continues at its URL', async () => {
    vi.useFakeTimers();
    const { sending, send } = makeNetwork();
    const queue = new UploadQueue(send);
    queue.add([makeUpload('a')]);
    sending[0]?.onUploadURL?.('/api/uploads/1');
    sending[0]?.fail(makeError(0, 'unreachable'));
    await vi.advanceTimersByTimeAsync(0);
    expect(listStates(queue)).toEqual(['waiting']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listStates(queue)).toEqual(['sending']);
    expect(sending[1]?.uploadURL).toBe('/api/uploads/1');
    vi.useRealTimers();
  });

  test.each(['not_signed_in', 'mfa_required', 'unreadable'])(
    'an upload that the server rejects with %s waits, and continues at its URL after the sign-in',
    async (code) => {
      vi.useFakeTimers();
      const { sending, send } = makeNetwork();
      const queue = new UploadQueue(send);
      queue.add([makeUpload('a')]);
      sending[0]?.onUploadURL?.('/api/uploads/1');
      sending[0]?.fail(makeError(401, code));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(listStates(queue)).toEqual(['waiting']);
      queue.sendWaiting();
      expect(listStates(queue)).toEqual(['sending']);
      expect(sending[1]?.uploadURL).toBe('/api/uploads/1');
      vi.useRealTimers();
    },
  );

  test('a paused upload keeps what was sent, and does not fail when its request ends', async () => {
    const { sending, send } = makeNetwork();
    const queue = new UploadQueue(send, 1);
    queue.add([makeUpload('a'), makeUpload('b')]);
    sending[0]?.onUploadURL?.('/api/uploads/1');
    sending[0]?.onProgress(4);
    queue.pause(1);
    await vi.waitFor(() => expect(listStates(queue)).toEqual(['paused', 'sending']));
    expect(queue.snapshot()[0]?.sentBytes).toBe(4);
    sending[1]?.succeed();
    queue.resumeAll();
    await vi.waitFor(() => expect(listStates(queue)).toEqual(['sending', 'done']));
    expect(sending[2]).toMatchObject({ path: 'a', uploadURL: '/api/uploads/1' });
  });

  test('an expired upload starts again and reports it', () => {
    const { sending, send } = makeNetwork();
    const queue = new UploadQueue(send);
    queue.add([{ ...makeUpload('a'), uploadURL: '/api/uploads/1', sentBytes: 7 }]);
    sending[0]?.onRestart?.();
    expect(queue.snapshot()[0]).toMatchObject({ hasRestarted: true, sentBytes: 0, uploadURL: undefined });
  });

  test('a file that is chosen again continues only the upload of the same file', () => {
    const { sending, send } = makeNetwork();
    const queue = new UploadQueue(send);
    const file = new File(['content'], 'a', { lastModified: 5 });
    const missing = new File([], 'a', { lastModified: 5 });
    queue.add([{ bucket: 'b', path: 'x/a', file: missing, size: 7, uploadURL: '/u', isFileMissing: true }]);
    expect(listStates(queue)).toEqual(['needs-file']);
    expect(queue.attachFiles([new File(['other'], 'a', { lastModified: 5 })])).toBe(0);
    expect(queue.attachFiles([file])).toBe(1);
    expect(sending[0]).toMatchObject({ file, path: 'x/a', uploadURL: '/u' });
  });
});

describe('one decision for all names', () => {
  const conflict = makeError(409, 'KeyAlreadyExists');
  const listPaths = (queue: UploadQueue) => queue.snapshot().map(({ path }) => path);

  test('applies to conflicts that turn out later, and to numbered names that are taken too', async () => {
    const { sending, send } = makeNetwork();
    const queue = new UploadQueue(send, 2);
    queue.add([{ ...makeUpload('a.txt'), isNameTaken: true }, makeUpload('b.txt')]);
    queue.resolveConflicts('keep-both');
    expect(listPaths(queue)).toEqual(['a (2).txt', 'b.txt']);
    sending[0]?.fail(conflict);
    sending[1]?.fail(conflict);
    await vi.waitFor(() => expect(listPaths(queue).toSorted()).toEqual(['a (3).txt', 'b (2).txt']));
  });

  test('replaces, or skips', async () => {
    const { sending, send } = makeNetwork();
    const queue = new UploadQueue(send);
    queue.add([{ ...makeUpload('a'), isNameTaken: true }]);
    queue.resolveConflicts('replace');
    expect(sending[0]).toMatchObject({ path: 'a', overwrite: true });
    queue.add([{ ...makeUpload('b'), isNameTaken: true }, makeUpload('c')]);
    queue.resolveConflicts('skip');
    sending[1]?.fail(conflict);
    await vi.waitFor(() => expect(listStates(queue)).toEqual(['sending', 'canceled', 'canceled']));
  });

  test('safe names are different from each other, and the original is stored as metadata', () => {
    const { sending, send } = makeNetwork();
    const queue = new UploadQueue(send);
    queue.add(
      ['Zdjęcia/łódź.jpg', 'Zdjęcia/lódz.jpg', 'ok.jpg'].map((name) => ({
        ...makeUpload(name),
        isNameInvalid: name !== 'ok.jpg',
      })),
    );
    expect(listStates(queue)).toEqual(['invalid-name', 'invalid-name', 'sending']);
    queue.resolveInvalidNames('rename');
    expect(sending.slice(1).map(({ path, originalName }) => [path, originalName])).toEqual([
      ['Zdjecia/lodz.jpg', 'łódź.jpg'],
      ['Zdjecia/lodz (2).jpg', 'lódz.jpg'],
    ]);
  });
});
