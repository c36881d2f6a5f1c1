import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, buildURL, path } from '@/lib/api';
import type { FileEntry, FileRemoveRequest, FileRemoveResponse, FileTransferRequest } from '@/lib/api.gen';
import { fileKeys } from './file-keys';
import { listDescendantFiles } from './folder';

/** The address of an object's bytes. The ETag makes a replaced file another address, past every cache. */
export function getFileURL(bucket: string, object: Pick<FileEntry, 'path' | 'etag'>): string {
  const segments = object.path.split('/').map(encodeURIComponent).join('/');
  const version = object.etag.replaceAll('"', '');
  return buildURL(path`/api/files/${bucket}/` + segments, { v: version || null });
}

/** Objects of one request: the storage area takes at most this many names at once. */
const maxPathsPerRequest = 100;

/** DELETE of files and of whole folders. Answers what went and what was refused. */
export function useDeleteFiles(bucket: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (entries: readonly FileEntry[]): Promise<FileRemoveResponse> => {
      const paths = await listDescendantFiles(bucket, entries);
      const all: FileRemoveResponse = { removed: [], failed: [] };
      for (let i = 0; i < paths.length; i += maxPathsPerRequest) {
        const body: FileRemoveRequest = { paths: paths.slice(i, i + maxPathsPerRequest) };
        const { data } = await api.post<FileRemoveResponse>(path`/api/files/${bucket}/remove`, { body });
        all.removed.push(...data.removed);
        all.failed.push(...data.failed);
      }
      return all;
    },
    onSettled: () => client.invalidateQueries({ queryKey: fileKeys.bucket(bucket) }),
  });
}

export interface MoveRequest {
  entry: FileEntry;
  /** Its new path in the same bucket. */
  newPath: string;
}

/** Moves or renames, one after the other; a folder is moved file by file. Stops at the first refusal. */
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
