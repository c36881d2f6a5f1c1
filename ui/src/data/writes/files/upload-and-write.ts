import { createNoResponseError } from '@/lib/api';
import { prefetchWhenIdle } from '@/lib/browser/loading/prefetch';
import type { RowWrite, SentOutcome } from '../batches/row-write';

/** Sends writes; an outcome is undefined if the write was not sent. */
type Send = (writes: readonly RowWrite[]) => Promise<readonly (SentOutcome | undefined)[]>;

const load = () => import('./upload-files');
prefetchWhenIdle(load);

/**
 * Uploads the files of updates, then sends the writes. An update whose file was not stored is not sent: its outcome is the
 * error of the upload.
 */
export async function uploadFilesAndWrite(
  writes: readonly RowWrite[],
  send: Send,
): Promise<readonly (SentOutcome | undefined)[]> {
  if (!writes.some((write) => write.kind === 'update' && write.file)) return send(writes);
  const loaded = await load().catch((cause: unknown) => createNoResponseError(cause));
  if ('uploadFiles' in loaded) return loaded.uploadFiles(writes, send);
  return writes.map(() => ({ kind: 'rejected', error: loaded }));
}
