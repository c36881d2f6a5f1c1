import type { ApiError } from '@/lib/api';

/**
 * `waiting`: sent again when the connection returns. `conflict`: the name is taken. `invalid-name`: storage doesn't
 * accept the name. `needs-file`: continues when the user chooses the file again. The user decides about these three.
 */
export type UploadState =
  | 'queued'
  | 'sending'
  | 'paused'
  | 'waiting'
  | 'conflict'
  | 'invalid-name'
  | 'needs-file'
  | 'done'
  | 'failed'
  | 'canceled';

export interface Upload {
  id: number;
  bucket: string;
  /** The file's path in the bucket. */
  path: string;
  /** The content; empty in the state `needs-file`. */
  file: File;
  /** The size of the file in bytes. */
  size: number;
  state: UploadState;
  sentBytes: number;
  /** Why the upload failed, waits or conflicts. */
  error: ApiError | null;
  /** The files that the user added together: a decision about names applies to all of them. */
  batch: string;
  overwrite: boolean;
  /** The name on the device, if storage doesn't accept it. */
  originalName: string | undefined;
  /** The URL with which a large file continues. */
  uploadURL: string | undefined;
  /** Whether the server's copy of the sent part expired, so that the upload started again. */
  hasRestarted: boolean;
}

export interface NewUpload
  extends Pick<Upload, 'bucket' | 'path' | 'file'>,
    Partial<Pick<Upload, 'size' | 'batch' | 'overwrite' | 'originalName' | 'uploadURL' | 'sentBytes'>> {
  /** Whether the folder is known to contain this name, so that the user must decide first. */
  isNameTaken?: boolean;
  /** Whether storage rejects the name, so that the user must decide first. */
  isNameInvalid?: boolean;
  /** Whether the content is unknown after a reload. */
  isFileMissing?: boolean;
  /** Why the file can't be accepted; it is then not sent. */
  validationError?: string | null;
}

/** The action for files whose names are taken. */
export type ConflictDecision = 'replace' | 'keep-both' | 'skip';

/** The code of an upload's error if the file was rejected without a request. */
export const rejectedLocally = 'rejected_locally';

/** Whether the upload continues without a decision of the user. */
export function isActive({ state }: Upload): boolean {
  return state === 'queued' || state === 'sending' || state === 'waiting';
}

/** Whether the upload can still be completed. */
export function isUnfinished(upload: Upload): boolean {
  return isActive(upload) || ['paused', 'conflict', 'invalid-name', 'needs-file'].includes(upload.state);
}
