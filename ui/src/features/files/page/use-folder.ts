import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { folderQuery } from '../api/folder';
import { searchQuery } from '../api/search-files';
import type { NextPageState } from '../browser/next-page-loader';
import { sortEntries } from '../entries/entry-order.utils';
import type { FilesSort } from './files-state.utils';

/** The progress of a search. */
export interface SearchProgress {
  /** The number of files whose names were compared. */
  searched: number;
  isRunning: boolean;
  /** Whether the user stopped the search before its end. */
  isCancelled: boolean;
  cancel: () => void;
  resume: () => void;
}

/** The loaded entries of a folder, or the matches of a search in and below it. */
export interface Folder {
  entries: readonly FileEntry[];
  /** Null for an action of which the backend does not know in advance whether it is allowed. */
  privileges: FilePrivileges;
  isLoading: boolean;
  /** Why the folder could not be loaded; null if it could. */
  error: Error | null;
  retry: () => void;
  isRetrying: boolean;
  nextPage: NextPageState;
  /** Null unless the user searches. */
  search: SearchProgress | null;
}

export interface FolderRequest {
  bucket: string;
  prefix: string;
  sort: FilesSort;
  /** A part of the path below the folder; "" lists the folder. */
  search: string;
}

/** Until the backend responds, the UI offers every action. */
const unknownPrivileges: FilePrivileges = { insert: null, update: null, delete: null };

/** Loads a folder's entries page by page, or searches it. */
export function useFolder({ search, ...params }: FolderRequest): Folder {
  const folder = useFolderEntries(params);
  const found = useFileSearch({ ...params, search });
  return found === null ? folder : { ...found, privileges: folder.privileges };
}

function useFolderEntries({ bucket, prefix, sort }: Omit<FolderRequest, 'search'>): Folder {
  const list = useInfiniteQuery(folderQuery({ bucket, prefix, sort }));
  const pages = list.data?.pages;
  const entries = useMemo(() => {
    const [first, second] = pages ?? [];
    if (first === undefined) return [];
    if (second === undefined && first.nextCursor === null) return sortEntries(first.entries, sort);
    return pages?.flatMap((page) => page.entries) ?? [];
  }, [pages, sort]);
  return {
    entries,
    privileges: pages?.[0]?.privileges ?? unknownPrivileges,
    isLoading: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
    isRetrying: list.isFetching,
    nextPage: {
      hasNext: list.hasNextPage,
      isLoading: list.isFetchingNextPage,
      error: list.isFetchNextPageError ? list.error : null,
      load: () => void list.fetchNextPage(),
    },
    search: null,
  };
}

/** Searches a folder to its end, unless the user stops it. Returns null without a text. */
function useFileSearch({ bucket, prefix, sort, search }: FolderRequest): Omit<Folder, 'privileges'> | null {
  const list = useInfiniteQuery({
    ...searchQuery({ bucket, prefix, text: search }),
    enabled: search !== '',
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const [cancelled, setCancelled] = useState<string | null>(null);
  const isCancelled = cancelled === search && hasNextPage;
  const isRunning = search !== '' && (list.isPending || hasNextPage) && !isCancelled && !isError;
  useEffect(() => {
    if (isRunning && hasNextPage && !isFetching) void fetchNextPage();
  }, [isRunning, hasNextPage, isFetching, fetchNextPage]);
  const pages = list.data?.pages;
  const entries = useMemo(() => sortEntries(pages?.flatMap((page) => page.files) ?? [], sort), [pages, sort]);
  const cancel = useCallback(() => setCancelled(search), [search]);
  const resume = useCallback(() => setCancelled(null), []);
  if (search === '') return null;
  const retry = () => void (list.data ? fetchNextPage() : list.refetch());
  return {
    entries,
    isLoading: isRunning && entries.length === 0,
    error: list.error,
    retry,
    isRetrying: isFetching,
    // The effect loads all pages; only a failed one needs the user.
    nextPage: {
      hasNext: isError && list.data !== undefined,
      isLoading: isFetching,
      error: list.error,
      load: retry,
    },
    search: {
      searched: pages?.reduce((sum, page) => sum + page.listed, 0) ?? 0,
      isRunning,
      isCancelled,
      cancel,
      resume,
    },
  };
}
