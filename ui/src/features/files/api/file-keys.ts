/** The parameters of a folder's list. */
export interface FolderParams {
  bucket: string;
  prefix: string;
  sort: 'name.asc' | 'name.desc';
}

/** The parameters of a search in and below a folder. */
export interface SearchParams {
  bucket: string;
  /** The folder's path; "" searches the whole bucket. */
  prefix: string;
  /** A part of the path below the folder, compared case-insensitively. */
  text: string;
}

/** Query keys of folders and of file contents. */
export const fileKeys = {
  bucket: (bucket: string) => ['files', bucket] as const,
  folder: (params: FolderParams) => ['files', params.bucket, params] as const,
  search: (params: SearchParams) => ['files', params.bucket, 'search', params] as const,
  /** Not below `bucket`: a change must not list all files of a folder again. */
  contents: (bucket: string, paths: readonly string[]) => ['folder-contents', bucket, paths] as const,
  info: (bucket: string, path: string, etag: string) => ['file-info', bucket, path, etag] as const,
  blob: (bucket: string, path: string, etag: string) => ['file-blob', bucket, path, etag] as const,
  text: (bucket: string, path: string, etag: string) => ['file-text', bucket, path, etag] as const,
};
