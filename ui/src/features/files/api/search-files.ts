import { infiniteQueryOptions } from '@tanstack/react-query';
import { fileKeys, type SearchParams } from './file-keys';
import { fetchDescendants, startOfDescendants } from './folder';

/** Reads all files in and below a folder, and returns those whose path below it contains each word of a text. */
export function fileSearchQuery(params: SearchParams) {
  const { bucket, prefix, text } = params;
  return infiniteQueryOptions({
    queryKey: fileKeys.search(params),
    queryFn: ({ pageParam, signal }) => fetchDescendants({ bucket, match: text, signal }, pageParam),
    initialPageParam: startOfDescendants([prefix]),
    getNextPageParam: (page) => page.next,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
