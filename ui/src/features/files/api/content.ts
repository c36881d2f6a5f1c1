import { queryOptions } from '@tanstack/react-query';
import { commonHeaders, errorFrom, refused, unanswered } from '@/lib/api';
import type { FileEntry } from '@/lib/api.gen';
import { fileKeys } from './keys';
import { objectURL } from './objects';

/** A preview reads no more than this much of a text. */
export const previewBytes = 256 * 1024;

/** The beginning of a text file. */
export function textQuery(bucket: string, entry: FileEntry) {
  return queryOptions({
    queryKey: fileKeys.text(bucket, entry.path, entry.etag),
    queryFn: async ({ signal }) => {
      const range = entry.size > previewBytes ? `bytes=0-${previewBytes - 1}` : null;
      return (await download(bucket, entry, signal, range)).text();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The whole of a file, to be shown as the type that it was found to be. */
export function blobQuery(bucket: string, entry: FileEntry, type: string) {
  return queryOptions({
    queryKey: fileKeys.blob(bucket, entry.path, entry.etag),
    queryFn: async ({ signal }) =>
      new Blob([await (await download(bucket, entry, signal, null)).arrayBuffer()], { type }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

async function download(
  bucket: string,
  entry: FileEntry,
  signal: AbortSignal,
  range: string | null,
): Promise<Response> {
  const headers = { ...commonHeaders(), ...(range === null ? {} : { Range: range }) };
  const response = await fetch(objectURL(bucket, entry), { headers, signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : unanswered(cause);
  });
  if (!response.ok) throw refused(errorFrom(response.status, response.headers, await response.text()));
  return response;
}
