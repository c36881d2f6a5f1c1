import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, buildURL, path, toApiError } from '@/lib/api';
import type { Bucket, FileEntry, FileTransferRequest } from '@/lib/api.gen';
import { fileKeys } from './file-keys';
import { placeholderName } from './folder';

/** Returns the URL of a file's content. It contains the ETag, so that caches never return a replaced file. */
export function getFileURL(bucket: string, object: Pick<FileEntry, 'path' | 'etag'>): string {
  const segments = object.path.split('/').map(encodeURIComponent).join('/');
  const version = object.etag.replaceAll('"', '');
  return buildURL(path`/api/files/${bucket}/` + segments, { v: version || null });
}

/** Returns the URL of a small version of a picture, or of the picture itself if the backend can't scale it. */
export function getThumbnailURL(bucket: string, object: Pick<FileEntry, 'path' | 'etag'>): string {
  const url = getFileURL(bucket, object);
  return `${url}${url.includes('?') ? '&' : '?'}thumbnail=320`;
}

/**
 * Returns the mutation that renames or moves a file (POST /api/files/:bucket/move). Several files and folders are
 * moved by a job (see FileJobs).
 */
export function useMoveFile(bucket: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<FileTransferRequest, 'from' | 'to'>) =>
      api.post(path`/api/files/${bucket}/move`, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: fileKeys.bucket(bucket) }),
  });
}

/** Returns the MIME type of an empty file that the bucket accepts. */
function chooseEmptyFileType(bucket: Bucket | undefined): string {
  const [allowed] = bucket?.allowedMimeTypes ?? [];
  return allowed?.replace(/^image\/\*$/, 'image/png').replace('*', 'plain') ?? 'application/octet-stream';
}

/**
 * Returns the mutation that creates an empty folder by its path, as Supabase Studio does: with an empty, hidden file.
 * It succeeds if the folder exists.
 */
export function useCreateFolder(bucketId: string, bucket: Bucket | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (folder: string) => {
      const segments = `${folder}/${placeholderName}`.split('/').map(encodeURIComponent).join('/');
      await api
        .put(path`/api/files/${bucketId}/` + segments, {
          body: new Blob([]),
          headers: { 'Content-Type': chooseEmptyFileType(bucket), 'If-None-Match': '*' },
        })
        .catch((error: unknown) => {
          if (toApiError(error).status !== 409) throw error;
        });
    },
    onSettled: () => client.invalidateQueries({ queryKey: fileKeys.bucket(bucketId) }),
  });
}
