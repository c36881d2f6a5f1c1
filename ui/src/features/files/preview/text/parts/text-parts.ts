import { infiniteQueryOptions } from '@tanstack/react-query';
import { ApiError } from '@/lib/api';
import type { FileEntry } from '@/lib/api.gen';
import { fetchContent } from '../../../api/file-content';
import { fileKeys } from '../../../api/file-keys';
import { filesMessages } from '../../../files-messages';
import { cutPart, detectEncoding, type TextEncodingName } from './text-parts.utils';

/** Size of the parts in which a text is loaded, in bytes. */
export const textPartBytes = 256 * 1024;

/** The most that a preview shows of a text, in bytes: more would make the page slow. */
export const maxTextBytes = 16 * 1024 * 1024;

/** A part of a text file. It ends with a line, unless the line is longer than a part. */
export interface TextPart {
  text: string;
  /** Offset of the first byte after the part. */
  end: number;
  /** Size of the file, in bytes. */
  total: number;
  encoding: TextEncodingName;
  etag: string;
}

/** Reads a text file in parts of `partBytes`. Only the first part decides the encoding. */
export function textPartsQuery(bucket: string, entry: FileEntry, partBytes: number) {
  return infiniteQueryOptions({
    queryKey: fileKeys.text(bucket, entry.path, entry.etag),
    queryFn: ({ pageParam, signal }) => fetchPart(bucket, entry, pageParam, partBytes, signal),
    initialPageParam: null as TextPart | null,
    getNextPageParam: (part) => (part.end < Math.min(part.total, maxTextBytes) ? part : null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/** Reads the part after `previous`. Rejects if the file was replaced since. */
async function fetchPart(
  bucket: string,
  entry: FileEntry,
  previous: TextPart | null,
  partBytes: number,
  signal: AbortSignal,
): Promise<TextPart> {
  const start = previous?.end ?? 0;
  // An empty file has no range that could be requested.
  const range = start === 0 && entry.size <= partBytes ? null : `bytes=${start}-${start + partBytes - 1}`;
  const response = await fetchContent(bucket, entry, signal, range);
  const etag = response.headers.get('ETag') ?? '';
  if (previous && (response.status !== 206 || etag !== previous.etag)) throw makeReplacedError();
  const bytes = await readAtMost(response, partBytes);
  const total = getTotalBytes(response) ?? Math.max(entry.size, start + bytes.length);
  const encoding = previous?.encoding ?? detectEncoding(bytes);
  const length = cutPart(bytes, encoding, start + bytes.length >= total);
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, length));
  return { text, end: start + length, total, encoding, etag };
}

/** Returns the size of the file by the response's Content-Range; undefined if the response is the whole file. */
function getTotalBytes(response: Response): number | undefined {
  const total = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}

/** Reads the start of a response and ends it: a backend can ignore the requested range. */
async function readAtMost(response: Response, limit: number): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (reader && length < limit) {
    const { value, done } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  void reader?.cancel().catch(() => undefined);
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes.subarray(0, limit);
}

function makeReplacedError(): ApiError {
  return new ApiError({
    code: 'file_replaced',
    message: filesMessages.preview.replaced,
    details: '',
    hint: filesMessages.preview.replacedHint,
    status: 0,
    requestId: '',
  });
}
