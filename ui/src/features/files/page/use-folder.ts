import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { folderQuery } from '../api/folder';
import { fileSearchQuery } from '../api/search-files';
import type { NextPageState } from '../browser/next-page-loader';
import { sortEntries } from '../entries/entry-order.utils';
import { type FilesSort, isNameSort } from './files-state.utils';

/** The progress of a search. */
export interface SearchProgress {
  /** The number of files whose names were compared. */
  searched: number;
  isRunning: boolean;
  /** Whether the user stopped the search before its end. */
  isCanceled: boolean;
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
  /** The number of entries that were read so far in order to sort the whole folder; null if nothing is being read. */
  sortedCount: number | null;
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
  const folder = useFolderEntries({ ...params, search });
  const found = useFileSearch({ ...params, search });
  return found === null ? folder : { ...found, privileges: folder.privileges };
}

/**
 * Lists a folder by name page by page. Storage can't return a page in the order of a time without reading the whole
 * folder, so that this order reads the folder once and sorts it here.
 */
function useFolderEntries({ bucket, prefix, sort, search }: FolderRequest): Folder {
  const isByName = isNameSort(sort);
  const list = useInfiniteQuery(folderQuery({ bucket, prefix, sort: isByName ? sort : 'name.asc' }));
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const pages = list.data?.pages;
  const isReading = !isByName && search === '' && hasNextPage;
  useAllPages(list, isReading);
  const entries = useMemo(() => {
    const [first, second] = pages ?? [];
    if (first === undefined || isReading) return [];
    const all = second === undefined ? first.entries : (pages?.flatMap((page) => page.entries) ?? []);
    const isSmall = second === undefined && first.nextCursor === null;
    return isSmall || !isByName ? sortEntries(all, sort) : all;
  }, [pages, sort, isByName, isReading]);
  return {
    entries,
    privileges: pages?.[0]?.privileges ?? unknownPrivileges,
    isLoading: list.isPending || (isReading && !isError),
    error: list.error,
    retry: () => void (isReading ? fetchNextPage() : list.refetch()),
    isRetrying: isFetching,
    nextPage: {
      hasNext: hasNextPage,
      isLoading: list.isFetchingNextPage,
      error: list.isFetchNextPageError ? list.error : null,
      load: () => void fetchNextPage(),
    },
    search: null,
    sortedCount:
      isReading && !isError ? (pages?.reduce((sum, page) => sum + page.entries.length, 0) ?? 0) : null,
  };
}

type PagedList = Pick<
  UseInfiniteQueryResult,
  'data' | 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'
>;

/** Loads the pages of a list one after another, until the end or a failed page. */
function useAllPages(list: PagedList, isEnabled: boolean) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const isNext = isEnabled && hasNextPage && !isFetching && !isError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page can arrive without a render while it is fetched
  useEffect(() => {
    if (isNext) void fetchNextPage();
  }, [isNext, data, fetchNextPage]);
}

/** Searches a folder to its end, unless the user stops it. Returns null without a text. */
function useFileSearch({ bucket, prefix, sort, search }: FolderRequest): Omit<Folder, 'privileges'> | null {
  const list = useInfiniteQuery({
    ...fileSearchQuery({ bucket, prefix, text: search }),
    enabled: search !== '',
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const [canceled, setCanceled] = useState<string | null>(null);
  const isCanceled = canceled === search && hasNextPage;
  const isRunning = search !== '' && (list.isPending || hasNextPage) && !isCanceled && !isError;
  useAllPages(list, isRunning);
  const pages = list.data?.pages;
  const entries = useMemo(() => sortEntries(pages?.flatMap((page) => page.files) ?? [], sort), [pages, sort]);
  const cancel = useCallback(() => setCanceled(search), [search]);
  const resume = useCallback(() => setCanceled(null), []);
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
      isCanceled,
      cancel,
      resume,
    },
    sortedCount: null,
  };
}
