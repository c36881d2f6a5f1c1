import { useEffect, useRef } from 'react';
import { toast } from '@/components/overlays/toast';
import { buildObjectName, type FileLocation } from '@/data/relations/file-location';
import { ApiError } from '@/lib/api';
import type { Bucket, Column } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { validateFile } from '@/lib/files/file-checks';
import type { RecordForm } from '../form/use-record-form';
import { recordMessages } from '../record-messages';
import { addPath, getPaths, getUploadFolder, replacePath } from './file-column.utils';
import { useUploads } from './use-uploads';

const messages = recordMessages.files;

export interface AddFilesOptions {
  column: Column;
  location: FileLocation;
  bucket: Bucket | undefined;
  /** The paths of the existing files. */
  paths: readonly string[];
  form: RecordForm;
}

/**
 * Uploads files and enters their paths into the form: appends all to a list, or replaces one file. Invalid files are not
 * uploaded.
 */
export function useAddFiles({ column, location, bucket, paths, form }: AddFilesOptions) {
  const { limits } = useWorkspace();
  const { uploads, start, cancel, reject } = useUploads();
  // Uploads finish one by one; each adds to the paths that the previous upload entered.
  const latest = useRef({ paths, form });
  useEffect(() => {
    latest.current = { paths, form };
  }, [paths, form]);

  const finishUpload = (path: string, replacedPath: string | null) => {
    const current = latest.current.paths;
    const previous = replacedPath ?? (column.array ? undefined : current[0]);
    const next =
      replacedPath === null
        ? addPath(column, current, path)
        : replacePath(column, current, replacedPath, path);
    const isSaved = previous !== undefined && !latest.current.form.isUnsavedFile(previous);
    latest.current.form.addFile(column, next, { bucket: location.bucket, path });
    // The next upload can finish before the component renders again.
    latest.current = { ...latest.current, paths: getPaths(next) };
    if (isSaved) toast.info(messages.previousStays(location.bucket));
  };
  const addInOrder = async (files: readonly File[], replacedPath: string | null) => {
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
  const add = (files: readonly File[], replacedPath: string | null) =>
    void form.trackUpload(addInOrder(files, replacedPath));
  return { uploads, cancel, add };
}

function createFileError(message: string): ApiError {
  return new ApiError({ code: 'rejected_locally', message, details: '', hint: '', status: 0, requestId: '' });
}
