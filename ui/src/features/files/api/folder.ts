import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, path } from '@/lib/api';
import type { FileEntry, FileList } from '@/lib/api.gen';
import { type FolderParams, fileKeys } from './file-keys';

const pageSize = 100;

/** What Supabase Studio leaves in a folder to keep it; not a person's file. */
const placeholderName = '.emptyFolderPlaceholder';

interface PageRequest {
  bucket: string;
  prefix: string;
  search?: string;
  sort?: string;
  cursor: string | null;
  signal?: AbortSignal;
}

async function listPage({ bucket, signal, ...query }: PageRequest): Promise<FileList> {
  const { data } = await api.get<FileList>(path`/api/files/${bucket}`, {
    // The first page says what can be done in the folder; the others need not repeat it.
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

/** GET /api/files/:bucket, page by page: what is in a folder, or what a search finds below it. */
export function folderQuery(query: FolderParams) {
  return infiniteQueryOptions({
    queryKey: fileKeys.folder(query),
    queryFn: ({ pageParam, signal }) => listPage({ ...query, cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 10_000,
  });
}

/** Every file below the entries: a folder is the files in it, and in its folders. */
export async function listDescendantFiles(
  bucket: string,
  entries: readonly FileEntry[],
  signal?: AbortSignal,
): Promise<string[]> {
  const files: string[] = [];
  const folders = entries.filter((entry) => entry.folder).map((entry) => entry.path);
  files.push(...entries.filter((entry) => !entry.folder).map((entry) => entry.path));
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
