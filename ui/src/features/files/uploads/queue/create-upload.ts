import { ApiError, isTransient } from '@/lib/api';
import { type NewUpload, rejectedLocally, type Upload } from './upload.types';

/** Returns the state of a new upload. */
export function createUpload(file: NewUpload & { batch: string }): Omit<Upload, 'id'> {
  const { isNameTaken, isNameInvalid, isFileMissing, validationError, ...rest } = file;
  return {
    overwrite: false,
    originalName: undefined,
    uploadURL: undefined,
    sentBytes: 0,
    size: file.file.size,
    ...rest,
    hasRestarted: false,
    state: findInitialState(file),
    error: validationError ? createValidationError(validationError) : null,
  };
}

function findInitialState({ isNameTaken, isNameInvalid, isFileMissing, validationError }: NewUpload) {
  if (validationError) return 'failed';
  if (isFileMissing) return 'needs-file';
  if (isNameInvalid) return 'invalid-name';
  return isNameTaken ? 'conflict' : 'queued';
}

/** Whether an error has another cause than the file: no connection, a server that restarts, or another request with the upload. */
export function isInterruption(error: ApiError): boolean {
  return (
    isTransient(error) || ['offline', 'UploadLocked', 'UploadOffset', 'UploadExpired'].includes(error.code)
  );
}

/** Whether an upload must wait until the user signs in again, or enters a second factor. */
export function isSignedOutError({ code, status }: ApiError): boolean {
  return status === 401 || code === 'mfa_required'; // a response to HEAD has no code
}

/** Whether a chosen file is the one of an upload. */
export function isSameFile(file: File, upload: Upload): boolean {
  return (
    file.name === upload.file.name &&
    file.size === upload.size &&
    file.lastModified === upload.file.lastModified
  );
}

/** Returns the last name of a path. */
export function getName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function createValidationError(message: string): ApiError {
  return new ApiError({ code: rejectedLocally, message, details: '', hint: '', status: 0, requestId: '' });
}
