import { useInfiniteQuery } from '@tanstack/react-query';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import type { FolderParams } from '../api/file-keys';
import { folderQuery } from '../api/folder';
import type { NextPageState } from '../browser/next-page-loader';

/** The loaded entries of a folder. */
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
}

/** Until the backend responds, the UI offers every action. */
const unknownPrivileges: FilePrivileges = { insert: null, update: null, delete: null };

/** Loads a folder's entries page by page. */
export function useFolder(params: FolderParams): Folder {
  const list = useInfiniteQuery(folderQuery(params));
  const pages = list.data?.pages ?? [];
  return {
    entries: pages.flatMap((page) => page.entries),
    privileges: pages[0]?.privileges ?? unknownPrivileges,
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
  };
}
