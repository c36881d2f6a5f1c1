import { infiniteQueryOptions } from '@tanstack/react-query';
import { ApiError, api, path } from '@/lib/api';
import type { FileEntry, FileList } from '@/lib/api.gen';
import { type FolderParams, fileKeys } from './file-keys';

/** Supabase Studio and "New folder" create a file with this name to store an empty folder. It is hidden in lists. */
export const placeholderName = '.emptyFolderPlaceholder';

/** Entries in one request: the maximum. */
const pageSize = 1000;

/** A list with more pages is not read again when the user returns to the window. */
const maxRefreshedPages = 5;

interface PageRequest {
  bucket: string;
  prefix: string;
  sort?: string;
  cursor: string | null;
  match?: string;
  /** Whether to list all files below the folder, without folders. */
  isRecursive?: boolean;
  /** Whether to list the placeholders of folders too. */
  withPlaceholders?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Requests a page of a folder (GET /api/files/:bucket), without the hidden file of empty folders unless `withPlaceholders`. Throws
 * ApiError.
 */
async function fetchPage({
  bucket,
  signal,
  isRecursive,
  withPlaceholders,
  ...query
}: PageRequest): Promise<FileList> {
  const { data } = await api.get<FileList>(path`/api/files/${bucket}`, {
    query: {
      ...query,
      recursive: isRecursive ? 'true' : null,
      limit: pageSize,
      // Only the first page of a folder needs its privileges.
      privileges: query.cursor === null && !isRecursive ? 'true' : null,
    },
    signal,
  });
  if (withPlaceholders) return data;
  return { ...data, entries: data.entries.filter((entry) => entry.name !== placeholderName) };
}

/** Reads a folder's entries page by page (GET /api/files/:bucket). */
export function folderQuery(params: FolderParams) {
  return infiniteQueryOptions({
    queryKey: fileKeys.folder(params),
    queryFn: ({ pageParam, signal }) => fetchPage({ ...params, cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 10_000,
    refetchOnWindowFocus: (query) => (query.state.data?.pages.length ?? 0) <= maxRefreshedPages,
  });
}

/** The position in a list of all files below a folder. */
export interface DescendantsCursor {
  /** The folders that are not listed yet; the first is being listed. */
  folders: readonly string[];
  cursor: string | null;
  /** Whether the storage service lists each folder with everything below it. */
  isRecursive: boolean;
}

export interface DescendantsPage {
  files: readonly FileEntry[];
  /** The number of files that were listed, also of those that don't match. */
  listed: number;
  next: DescendantsCursor | null;
}

export interface DescendantsRequest {
  bucket: string;
  /** The words that the path below the first folder contains, case-insensitively and in any order. */
  match?: string;
  withPlaceholders?: boolean;
  signal?: AbortSignal | undefined;
}

/** Returns the position before the files of folders. */
export function startOfDescendants(folders: readonly string[]): DescendantsCursor {
  return { folders, cursor: null, isRecursive: true };
}

/**
 * Reads a page of all files below folders. A storage service that can't list a folder with everything below it gets a
 * request for each folder.
 */
export async function fetchDescendants(
  { bucket, match, withPlaceholders, signal }: DescendantsRequest,
  position: DescendantsCursor,
): Promise<DescendantsPage> {
  const [prefix, ...others] = position.folders;
  if (prefix === undefined) return { files: [], listed: 0, next: null };
  const { cursor, isRecursive } = position;
  const filter = isRecursive && match !== undefined ? { match } : {};
  try {
    const page = await fetchPage({
      bucket,
      prefix,
      cursor,
      isRecursive,
      withPlaceholders,
      signal,
      ...filter,
    });
    const files = page.entries.filter((entry) => !entry.folder);
    const found = page.entries.filter((entry) => entry.folder).map((entry) => entry.path);
    const folders = [...(page.nextCursor === null ? [] : [prefix]), ...others, ...found];
    return {
      files: isRecursive || match === undefined ? files : files.filter((file) => matches(file.path, match)),
      listed: isRecursive ? page.listed : files.length,
      next: folders.length === 0 ? null : { folders, cursor: page.nextCursor, isRecursive },
    };
  } catch (cause) {
    if (isRecursive && cause instanceof ApiError && cause.code === 'no_recursive_list') {
      return { files: [], listed: 0, next: { ...position, isRecursive: false } };
    }
    throw cause;
  }
}

/** Whether a path contains each word of a text, case-insensitively and in any order, as newNameFilter does on the server. */
function matches(path: string, text: string): boolean {
  const lowerPath = path.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerPath.includes(word));
}

/** Yields the objects in and below folders, page by page, with the placeholders of folders. */
export async function* listDescendants(
  bucket: string,
  folders: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<readonly FileEntry[]> {
  let next: DescendantsCursor | null = startOfDescendants(folders);
  while (next !== null) {
    const page: DescendantsPage = await fetchDescendants({ bucket, withPlaceholders: true, signal }, next);
    yield page.files;
    next = page.next;
  }
}
