import { ApiError, toApiError } from '@/lib/api';
import { sendFile } from '@/lib/files/send-file';
import type { QueuedFile, RowWrite, SentOutcome } from '../batches/row-write';
import type { uploadFilesAndWrite } from './upload-and-write';

/** See uploadFilesAndWrite. The files are sent one after another. */
export const uploadFiles: typeof uploadFilesAndWrite = async (writes, send) => {
  const errors = new Map<RowWrite, ApiError>();
  for (const write of writes) {
    const file = getUsedFile(write);
    const error = file && (await uploadFile(file));
    if (error) errors.set(write, error);
  }
  const sendable = writes.filter((write) => !errors.has(write));
  const outcomes = sendable.length > 0 ? await send(sendable) : [];
  const byWrite = new Map(sendable.map((write, i) => [write, outcomes[i]]));
  return writes.map((write): SentOutcome | undefined => {
    const error = errors.get(write);
    return error ? { kind: 'rejected', error } : byWrite.get(write);
  });
};

/** Returns the file of a write; undefined if it has none, or if the user chose another value in a conflict. */
function getUsedFile(write: RowWrite): QueuedFile | undefined {
  if (write.kind !== 'update' || !write.file) return undefined;
  const { path } = write.file;
  const isUsed = Object.values(write.changes).some((value) =>
    Array.isArray(value) ? value.includes(path) : value === path,
  );
  return isUsed ? write.file : undefined;
}

/** Uploads a file. Returns the error; undefined if storage has the file, also from an earlier request without a response. */
async function uploadFile({ bucket, path, content }: QueuedFile): Promise<ApiError | undefined> {
  const signal = new AbortController().signal;
  try {
    await sendFile({ bucket, path, file: content, overwrite: false, onProgress: () => {}, signal });
    return undefined;
  } catch (error) {
    // The path is unique, so the object is that of this file.
    if (error instanceof ApiError && error.status === 409 && error.code === 'KeyAlreadyExists')
      return undefined;
    return toApiError(error);
  }
}
