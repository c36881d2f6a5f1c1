import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import type { SendFileRequest } from '@/lib/files/send-file-request';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { addObject, removeObject } from './storage-objects';

const makeError = (status: number) =>
  new ApiError({ code: 'x', message: 'x', details: '', hint: '', status, requestId: '' });

const request = {
  bucket: 'photos',
  file: new File(['x'], 'a.png'),
  onProgress: () => {},
  signal: new AbortController().signal,
};

/** A bucket in which these paths are taken. */
function makeBucket(...taken: string[]) {
  return vi.fn(async ({ path, overwrite }: SendFileRequest) => {
    expect(overwrite).toBe(false);
    if (taken.includes(path)) throw makeError(409);
  });
}

describe('addObject', () => {
  it.each([
    ['', 'a.png', []],
    ['people', 'people/a.png', []],
    ['people', 'people/a (3).png', ['people/a.png', 'people/a (2).png']],
  ])('stores in “%s” as %s', async (folder, path, taken) => {
    expect(await addObject({ ...request, folder, name: 'a.png' }, makeBucket(...taken))).toBe(path);
  });
  it('does not retry after a rejection for another reason', async () => {
    const send = vi.fn(() => Promise.reject(makeError(403)));
    await expect(addObject({ ...request, folder: '', name: 'a.png' }, send)).rejects.toThrow(ApiError);
    expect(send).toHaveBeenCalledTimes(1);
  });
  it('stops if every name is taken', async () => {
    const send = vi.fn(() => Promise.reject(makeError(409)));
    await expect(addObject({ ...request, folder: '', name: 'a.png' }, send)).rejects.toThrow(ApiError);
    expect(send).toHaveBeenCalledTimes(20);
  });
});

describe('removeObject', () => {
  it('reports that the storage deleted nothing', async () => {
    respondWith({ 'POST /api/files/photos/remove': { removed: [], failed: ['a.png'] } });
    await expect(removeObject('photos', 'a.png')).rejects.toMatchObject({ code: 'object_rejected' });
  });
  it('returns a rejection', async () => {
    respondWith({ 'POST /api/files/photos/remove': () => errorResponse(403, 'AccessDenied', 'No.') });
    await expect(removeObject('photos', 'a.png')).rejects.toMatchObject({ code: 'AccessDenied' });
  });
  it('succeeds if the storage deleted the object', async () => {
    respondWith({ 'POST /api/files/photos/remove': { removed: ['a.png'], failed: [] } });
    await expect(removeObject('photos', 'a.png')).resolves.toBeUndefined();
  });
});
