import { queryOptions } from '@tanstack/react-query';
import { buildCommonHeaders, noResponseError, parseError, reportRejection } from '@/lib/api';
import type { FileEntry } from '@/lib/api.gen';
import { fileKeys } from './file-keys';
import { getFileURL } from './file-operations';

/** Maximum size of the part of a text file that a preview reads, in bytes. */
export const maxTextPreviewBytes = 256 * 1024;

/** The query for the text of a file: of a longer file only the first `maxTextPreviewBytes`. */
export function textQuery(bucket: string, entry: FileEntry) {
  return queryOptions({
    queryKey: fileKeys.text(bucket, entry.path, entry.etag),
    queryFn: async ({ signal }) => {
      const range = entry.size > maxTextPreviewBytes ? `bytes=0-${maxTextPreviewBytes - 1}` : null;
      return (await fetchContent(bucket, entry, signal, range)).text();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads a whole file as a Blob of the given MIME type. The server sends some types only as attachments. */
export function blobQuery(bucket: string, entry: FileEntry, type: string) {
  return queryOptions({
    queryKey: fileKeys.blob(bucket, entry.path, entry.etag),
    queryFn: async ({ signal }) =>
      new Blob([await (await fetchContent(bucket, entry, signal, null)).arrayBuffer()], { type }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

async function fetchContent(
  bucket: string,
  entry: FileEntry,
  signal: AbortSignal,
  range: string | null,
): Promise<Response> {
  const headers = { ...buildCommonHeaders(), ...(range === null ? {} : { Range: range }) };
  const response = await fetch(getFileURL(bucket, entry), { headers, signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : noResponseError(cause);
  });
  if (!response.ok)
    throw reportRejection(parseError(response.status, response.headers, await response.text()));
  return response;
}
