import { useEffect, useRef } from 'react';
import { toast } from '@/components/overlays/toast';
import type { FileLocation } from '@/data/relations/file-location';
import { removeObject } from '@/data/relations/storage-objects';
import { ApiError } from '@/lib/api';
import type { Bucket, Column } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { validateFile } from '@/lib/files/file-checks';
import { recordMessages } from '../record-messages';
import { addPath, buildObjectName, getPaths, getUploadFolder, replacePath } from './file-column.utils';
import type { FileValue } from './use-file-value';
import { useUploads } from './use-uploads';

const messages = recordMessages.files;

export interface AddFilesOptions extends Pick<FileValue, 'save'> {
  column: Column;
  location: FileLocation;
  bucket: Bucket | undefined;
  /** The paths of the existing files. */
  paths: readonly string[];
  /** Called for each upload of a record that is not saved yet, so that the file can be deleted with the draft. */
  onDraftUpload: ((path: string) => void) | undefined;
}

/** Uploads files and saves their paths: appends all to a list, or replaces one file. Invalid files are not uploaded. */
export function useAddFiles({ column, location, bucket, paths, save, onDraftUpload }: AddFilesOptions) {
  const { limits } = useWorkspace();
  const { uploads, start, cancel, reject } = useUploads();
  // Uploads finish one by one; each adds to the paths that the previous upload saved.
  const latest = useRef({ paths, save });
  useEffect(() => {
    latest.current = { paths, save };
  }, [paths, save]);

  const finishUpload = async (path: string, replacedPath: string | null) => {
    const current = latest.current.paths;
    const previous = replacedPath ?? (column.array ? undefined : current[0]);
    const next =
      replacedPath === null
        ? addPath(column, current, path)
        : replacePath(column, current, replacedPath, path);
    try {
      await latest.current.save(next);
      onDraftUpload?.(path);
      // The next upload can finish before the component renders again.
      latest.current = { ...latest.current, paths: getPaths(next) };
    } catch (error) {
      // No row refers to the file. If the role can't delete it, it remains in the bucket.
      await removeObject(location.bucket, path).catch(() => {});
      throw error;
    }
    if (previous !== undefined) toast.info(messages.previousStays(location.bucket));
  };
  const add = async (files: readonly File[], replacedPath: string | null) => {
    const chosen = column.array && replacedPath === null ? files : files.slice(0, 1);
    for (const file of chosen) {
      const problem = validateFile(file, bucket, limits);
      if (problem !== null) {
        reject(file, createFileError(problem));
        continue;
      }
      await start({
        bucket: location.bucket,
        folder: getUploadFolder(location, latest.current.paths),
        name: buildObjectName(column, file),
        file,
        onUploaded: (path) => finishUpload(path, replacedPath),
      });
    }
  };
  return { uploads, cancel, add };
}

function createFileError(message: string): ApiError {
  return new ApiError({ code: 'rejected_locally', message, details: '', hint: '', status: 0, requestId: '' });
}
