import { useEffect, useState } from 'react';
import type { Bucket, FileEntry } from '@/lib/api.gen';
import { findFiles } from './find-files';

/** Pause in typing before the search starts, in milliseconds. */
const typingPause = 150;

/** Maximum number of buckets that are searched. */
const maxBuckets = 6;

/** Maximum number of requests at the same time: more would delay the page's own requests. */
const maxRequests = 2;

/** Maximum duration of one bucket's request, in milliseconds. */
const timeout = 5_000;

/** Minimum length of a text: a single letter matches too many files to be of use. */
const minLength = 2;

export interface FoundFile {
  bucket: Bucket;
  file: FileEntry;
}

export interface FileSearch {
  files: readonly FoundFile[];
  pending: boolean;
  /** The buckets whose request failed. */
  failed: readonly Bucket[];
}

interface Progress {
  found: ReadonlyMap<Bucket, readonly FileEntry[]>;
  /** The text for which every bucket was searched. */
  finished: string;
  failed: readonly Bucket[];
}

/**
 * Searches the files of the first buckets, with one request for each (see findFiles). Results appear bucket by bucket; those
 * of a previous text remain until their bucket is searched again. `buckets` must be stable between renders.
 */
export function useFileSearch(buckets: readonly Bucket[], typed: string): FileSearch {
  const text = typed.trim();
  const [progress, setProgress] = useState<Progress>({ found: new Map(), finished: '', failed: [] });
  useEffect(() => {
    if (text.length < minLength || buckets.length === 0) return;
    const abort = new AbortController();
    const report = (bucket: Bucket, files: readonly FileEntry[]) =>
      setProgress((before) => ({ ...before, found: new Map(before.found).set(bucket, files) }));
    const timer = setTimeout(() => {
      void searchBuckets(buckets.slice(0, maxBuckets), text, abort.signal, report).then(
        (failed) => !abort.signal.aborted && setProgress((before) => ({ ...before, failed, finished: text })),
      );
    }, typingPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [buckets, text]);
  if (text.length < minLength || buckets.length === 0) return { files: [], pending: false, failed: [] };
  const pending = progress.finished !== text;
  return {
    files: buckets.flatMap((bucket) => (progress.found.get(bucket) ?? []).map((file) => ({ bucket, file }))),
    pending,
    failed: pending ? [] : progress.failed,
  };
}

/** Searches buckets and returns those whose request failed. Must not reject. */
async function searchBuckets(
  buckets: readonly Bucket[],
  text: string,
  signal: AbortSignal,
  report: (bucket: Bucket, files: readonly FileEntry[]) => void,
): Promise<readonly Bucket[]> {
  const queue = buckets.values();
  const failed: Bucket[] = [];
  const work = async () => {
    for (const bucket of queue) {
      try {
        const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
        const files = await findFiles(bucket.id, text, limited);
        if (!signal.aborted) report(bucket, files);
      } catch {
        if (signal.aborted) return;
        report(bucket, []);
        failed.push(bucket);
      }
    }
  };
  await Promise.all(Array.from({ length: maxRequests }, work));
  return failed;
}
