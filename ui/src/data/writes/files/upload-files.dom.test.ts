import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ApiError } from '@/lib/api';
import { sendFile } from '@/lib/files/send-file';
import { ChangeSession } from '../history/change-session';
import { MemoryOutboxStore } from '../outbox/outbox-store';

vi.mock('@/lib/files/send-file', () => ({ sendFile: vi.fn() }));

const table = makeTable('deliveries', [
  makeColumn('id', 'integer'),
  makeColumn('photo', 'text'),
  makeColumn('status', 'text'),
]);
const row = { id: '1', photo: null, status: 'open' };
const path = 'proofs/photo-1.jpg';
const file = { bucket: 'proofs', path, content: new File(['x'], 'image.jpg', { type: 'image/jpeg' }) };

const makeError = (status: number, code: string) =>
  new ApiError({ code, message: code, details: '', hint: '', status, requestId: '' });

/** Opens a page. Both pages of a test have the same store, as after a reload. */
function openPage(store = new MemoryOutboxStore()) {
  const written: Row[] = [];
  const session = new ChangeSession({
    client: new QueryClient(),
    scope: 'test',
    findTable: () => table,
    openStore: async () => store,
    write: async (_, writes) =>
      writes.map((write) => {
        if (write.kind !== 'update') throw new Error('not an update');
        written.push(write.changes);
        return { kind: 'saved', row: { ...write.baseRow, ...write.changes } };
      }),
  });
  return { session, store, written, save: () => session.edits(table).save(row, { photo: path }, true, file) };
}

beforeEach(() => void vi.mocked(sendFile).mockReset().mockResolvedValue(undefined));

it('a file is uploaded before its path is written', async () => {
  const { save, written, session } = openPage();
  vi.mocked(sendFile).mockImplementation(async () => expect(written).toEqual([]));
  expect(await save()).toMatchObject({ kind: 'saved', row: { photo: path } });
  expect(vi.mocked(sendFile)).toHaveBeenCalledWith(
    expect.objectContaining({ bucket: 'proofs', path, file: file.content, overwrite: false }),
  );
  expect(written).toEqual([{ photo: path }]);
  expect(session.outbox.snapshot().entries).toEqual([]);
});

it('a file that can’t be sent is queued with the edit, and the next page sends both', async () => {
  vi.mocked(sendFile).mockRejectedValue(makeError(0, 'offline'));
  const first = openPage();
  expect((await first.save()).kind).toBe('queued');
  expect(first.written).toEqual([]);
  expect(first.session.outbox.snapshot().entries).toMatchObject([{ state: 'queued', file }]);

  vi.mocked(sendFile).mockResolvedValue(undefined);
  const next = openPage(first.store);
  await next.session.outbox.flush();
  expect(next.written).toEqual([{ photo: path }]);
  expect(next.session.outbox.snapshot().entries).toEqual([]);
});

it('a file that an earlier request has stored is not an error', async () => {
  vi.mocked(sendFile).mockRejectedValue(makeError(409, 'KeyAlreadyExists'));
  const { save, written } = openPage();
  expect((await save()).kind).toBe('saved');
  expect(written).toEqual([{ photo: path }]);
});

it('the row is not written if storage rejects the file', async () => {
  vi.mocked(sendFile).mockRejectedValue(makeError(403, 'AccessDenied'));
  const { save, written, session } = openPage();
  expect(await save()).toMatchObject({ kind: 'rejected', error: { code: 'AccessDenied' } });
  expect(written).toEqual([]);
  expect(session.outbox.snapshot().entries).toEqual([]);
});

it('a file is not uploaded if the edit has another value', async () => {
  const { session, written } = openPage();
  await session.edits(table).save(row, { status: 'done' }, true, file);
  expect(vi.mocked(sendFile)).not.toHaveBeenCalled();
  expect(written).toEqual([{ status: 'done' }]);
});
