import { queryOptions } from '@tanstack/react-query';
import { api, path } from '@/lib/api';
import type { FileEntry, FileInfo } from '@/lib/api.gen';
import { fileKeys } from './file-keys';

/** GET /api/file-info/:bucket/*: the properties of a file. */
export function fileInfoQuery(bucket: string, entry: FileEntry) {
  return queryOptions({
    queryKey: fileKeys.info(bucket, entry.path, entry.etag),
    queryFn: async ({ signal }) => {
      const segments = entry.path.split('/').map(encodeURIComponent).join('/');
      return (await api.get<FileInfo>(path`/api/file-info/${bucket}/` + segments, { signal })).data;
    },
    staleTime: 30_000,
  });
}
