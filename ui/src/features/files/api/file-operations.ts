import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, buildURL, path } from '@/lib/api';
import type { FileEntry, FileRemoveRequest, FileRemoveResponse, FileTransferRequest } from '@/lib/api.gen';
import { fileKeys } from './file-keys';
import { listDescendantFiles } from './folder';

/** Returns the URL of a file's content. It contains the ETag, so that caches never return a replaced file. */
export function getFileURL(bucket: string, object: Pick<FileEntry, 'path' | 'etag'>): string {
  const segments = object.path.split('/').map(encodeURIComponent).join('/');
  const version = object.etag.replaceAll('"', '');
  return buildURL(path`/api/files/${bucket}/` + segments, { v: version || null });
}

/** Maximum number of paths in one request; the storage API allows no more. */
const maxPathsPerRequest = 100;

/**
 * Returns the mutation that deletes files, and folders with all files in them
 * (POST /api/files/:bucket/remove). Its data lists the paths that were removed
 * and those that were not.
 */
export function useDeleteFiles(bucket: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (entries: readonly FileEntry[]): Promise<FileRemoveResponse> => {
      const paths = await listDescendantFiles(bucket, entries);
      const result: FileRemoveResponse = { removed: [], failed: [] };
      for (let i = 0; i < paths.length; i += maxPathsPerRequest) {
        const body: FileRemoveRequest = { paths: paths.slice(i, i + maxPathsPerRequest) };
        const { data } = await api.post<FileRemoveResponse>(path`/api/files/${bucket}/remove`, { body });
        result.removed.push(...data.removed);
        result.failed.push(...data.failed);
      }
      return result;
    },
    onSettled: () => client.invalidateQueries({ queryKey: fileKeys.bucket(bucket) }),
  });
}

export interface MoveRequest {
  entry: FileEntry;
  /** The entry's new path in the same bucket. */
  newPath: string;
}

/**
 * Returns the mutation that moves or renames files, one request each
 * (POST /api/files/:bucket/move). Moves a folder file by file. Stops at the first
 * error; its data is the number of moved files.
 */
export function useMoveFiles(bucket: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (requests: readonly MoveRequest[]): Promise<number> => {
      let moved = 0;
      for (const { entry, newPath } of requests) {
        for (const from of await listDescendantFiles(bucket, [entry])) {
          const body: FileTransferRequest = { from, to: newPath + from.slice(entry.path.length) };
          await api.post(path`/api/files/${bucket}/move`, { body });
          moved += 1;
        }
      }
      return moved;
    },
    onSettled: () => client.invalidateQueries({ queryKey: fileKeys.bucket(bucket) }),
  });
}
