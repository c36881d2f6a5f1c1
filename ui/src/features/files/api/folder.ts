import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, path } from '@/lib/api';
import type { FileEntry, FileList } from '@/lib/api.gen';
import { type FolderParams, fileKeys } from './file-keys';

/** Entries in one request. */
const pageSize = 100;

/** Supabase Studio creates a file with this name to keep a folder. It is hidden in lists. */
const placeholderName = '.emptyFolderPlaceholder';

interface PageRequest {
  bucket: string;
  prefix: string;
  search?: string;
  sort?: string;
  cursor: string | null;
  signal?: AbortSignal;
}

async function fetchFolderPage({ bucket, signal, ...query }: PageRequest): Promise<FileList> {
  const { data } = await api.get<FileList>(path`/api/files/${bucket}`, {
    // Only the first page needs the folder's privileges.
    query: {
      ...query,
      search: query.search || null,
      limit: pageSize,
      privileges: query.cursor === null ? 'true' : null,
    },
    signal,
  });
  return { ...data, entries: data.entries.filter((entry) => entry.name !== placeholderName) };
}

/** Reads a folder's entries page by page (GET /api/files/:bucket), or the matches of a search in and below it. */
export function folderQuery(params: FolderParams) {
  return infiniteQueryOptions({
    queryKey: fileKeys.folder(params),
    queryFn: ({ pageParam, signal }) => fetchFolderPage({ ...params, cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 10_000,
  });
}

/** Returns the paths of the files among the entries, and of all files in and below the folders among them. */
export async function listDescendantFiles(
  bucket: string,
  entries: readonly FileEntry[],
  signal?: AbortSignal,
): Promise<string[]> {
  const files = entries.filter((entry) => !entry.folder).map((entry) => entry.path);
  const folders = entries.filter((entry) => entry.folder).map((entry) => entry.path);
  for (let prefix = folders.shift(); prefix !== undefined; prefix = folders.shift()) {
    let cursor: string | null = null;
    do {
      const { data }: { data: FileList } = await api.get<FileList>(path`/api/files/${bucket}`, {
        query: { prefix, cursor, limit: pageSize },
        signal,
      });
      for (const entry of data.entries) (entry.folder ? folders : files).push(entry.path);
      cursor = data.nextCursor;
    } while (cursor !== null);
  }
  return files;
}
