import { queryOptions } from '@tanstack/react-query';
import { buildCommonHeaders, createNoResponseError, parseError, reportRejection } from '@/lib/api';
import type { FileEntry } from '@/lib/api.gen';
import { fileKeys } from './file-keys';
import { getFileURL } from './file-operations';

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

/** Requests a file's content; `range` is the value of the header Range, or null for the whole file. */
export async function fetchContent(
  bucket: string,
  entry: FileEntry,
  signal: AbortSignal,
  range: string | null,
): Promise<Response> {
  const headers = { ...buildCommonHeaders(), ...(range === null ? {} : { Range: range }) };
  const response = await fetch(getFileURL(bucket, entry), { headers, signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : createNoResponseError(cause);
  });
  if (!response.ok)
    throw reportRejection(parseError(response.status, response.headers, await response.text()));
  return response;
}
