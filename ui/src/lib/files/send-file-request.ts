export interface SendFileRequest {
  bucket: string;
  path: string;
  file: Blob;
  /** Whether to replace an existing object of the same name. */
  overwrite: boolean;
  onProgress: (sentBytes: number) => void;
  /** Stops the request. The part of a large file that was sent stays on the server until the upload expires. */
  signal: AbortSignal;
  /** The file's name on the user's device, if storage doesn't accept it. It is stored as user metadata. */
  originalName?: string | undefined;
  /** The URL of an unfinished upload to continue. */
  uploadURL?: string | undefined;
  /** Receives the URL with which a large file can be continued. */
  onUploadURL?: ((url: string) => void) | undefined;
  /** Called if the upload to continue has expired, so that it starts again. */
  onRestart?: (() => void) | undefined;
}

/** Returns the user metadata of a file, as JSON; undefined if there is none. */
export function formatUserMetadata({ originalName }: SendFileRequest): string | undefined {
  return originalName === undefined ? undefined : JSON.stringify({ originalName });
}
