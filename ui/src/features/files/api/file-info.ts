import { queryOptions } from '@tanstack/react-query';
import { api, path } from '@/lib/api';
import type { FileEntry, FileInfo } from '@/lib/api.gen';
import { fileKeys } from './file-keys';

/** GET /api/file-info/:bucket/*?owner=true: the properties of a file, with its owner. */
export function fileInfoQuery(bucket: string, entry: FileEntry) {
  return queryOptions({
    queryKey: fileKeys.info(bucket, entry.path, entry.etag),
    queryFn: async ({ signal }) => {
      const segments = entry.path.split('/').map(encodeURIComponent).join('/');
      return (
        await api.get<FileInfo>(path`/api/file-info/${bucket}/` + segments, {
          query: { owner: 'true' },
          signal,
        })
      ).data;
    },
    staleTime: 30_000,
  });
}
