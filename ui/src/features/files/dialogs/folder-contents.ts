import { queryOptions } from '@tanstack/react-query';
import type { FileEntry } from '@/lib/api.gen';
import { fileKeys } from '../api/file-keys';
import { listDescendants } from '../api/folder';

/** Lists the files among the entries, and all files in and below the folders among them. Reports the count so far. */
export function contentsQuery(
  bucket: string,
  entries: readonly FileEntry[],
  onProgress: (count: number) => void,
) {
  const paths = entries.map(({ path }) => path);
  return queryOptions({
    queryKey: fileKeys.contents(bucket, paths),
    queryFn: async ({ signal }) => {
      const files = entries.filter((entry) => !entry.folder);
      const folders = entries.filter((entry) => entry.folder).map(({ path }) => path);
      for await (const page of listDescendants(bucket, folders, signal)) {
        files.push(...page);
        onProgress(files.length);
      }
      return files;
    },
    // The job must delete exactly the files that the dialog counts.
    staleTime: 0,
    gcTime: 0,
  });
}
