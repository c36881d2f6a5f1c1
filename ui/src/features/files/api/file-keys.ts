/** What the list of a folder depends on. */
export interface FolderParams {
  bucket: string;
  prefix: string;
  search: string;
  sort: string;
}

export const fileKeys = {
  bucket: (bucket: string) => ['files', bucket] as const,
  folder: (query: FolderParams) => ['files', query.bucket, query] as const,
  blob: (bucket: string, path: string, etag: string) => ['file-blob', bucket, path, etag] as const,
  text: (bucket: string, path: string, etag: string) => ['file-text', bucket, path, etag] as const,
};
