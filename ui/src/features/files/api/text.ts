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
      const headers = commonHeaders();
      if (entry.size > previewBytes) headers.Range = `bytes=0-${previewBytes - 1}`;
      const response = await fetch(objectURL(bucket, entry), { headers, signal }).catch((cause: unknown) => {
        throw signal.aborted ? cause : unanswered(cause);
      });
      const text = await response.text();
      if (!response.ok) throw refused(errorFrom(response.status, response.headers, text));
      return text;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
