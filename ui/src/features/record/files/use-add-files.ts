import { useEffect, useRef } from 'react';
import { toast } from '@/components/overlays/toast';
import { removeObject } from '@/data/relations/storage-objects';
import { ApiError } from '@/lib/api';
import type { Bucket, Column } from '@/lib/api.gen';
import { validateFile } from '@/lib/files/file-checks';
import { useWorkspace } from '@/lib/session';
import {
  addPath,
  buildObjectName,
  type FileLocation,
  getPaths,
  getUploadFolder,
  replacePath,
} from './file-column.utils';
import type { FileValue } from './use-file-value';
import { useUploads } from './use-uploads';

export interface AddFilesOptions extends Pick<FileValue, 'keep'> {
  column: Column;
  location: FileLocation;
  bucket: Bucket | undefined;
  /** The files that are there. */
  paths: readonly string[];
  /** The record isn’t saved yet: nothing else knows of a file that was sent. */
  onDrafted: ((path: string) => void) | undefined;
}

/** Sends files and keeps their paths: all of them in a list, one in a single field, or one in the place of another. */
export function useAddFiles({ column, location, bucket, paths, keep, onDrafted }: AddFilesOptions) {
  const { limits } = useWorkspace();
  const { uploads, start, cancel, refuse } = useUploads();
  // Files arrive one by one, each beside those that arrived before it.
  const latest = useRef({ paths, keep });
  useEffect(() => {
    latest.current = { paths, keep };
  }, [paths, keep]);

  const onSent = async (path: string, old: string | null) => {
    const now = latest.current.paths;
    const before = old ?? (column.array ? undefined : now[0]);
    const next = old === null ? addPath(column, now, path) : replacePath(column, now, old, path);
    try {
      await latest.current.keep(next);
      onDrafted?.(path);
      // The next file may come before this has rendered.
      latest.current = { ...latest.current, paths: getPaths(next) };
    } catch (error) {
      // Nothing refers to it: where it may not be deleted, it stays.
      await removeObject(location.bucket, path).catch(() => {});
      throw error;
    }
    if (before !== undefined) toast.info(`The former file is still in ${location.bucket}.`);
  };
  const add = async (files: readonly File[], old: string | null) => {
    const chosen = column.array && old === null ? files : files.slice(0, 1);
    for (const file of chosen) {
      const refusal = validateFile(file, bucket, limits);
      if (refusal !== null) {
        refuse(file, createFileError(refusal));
        continue;
      }
      await start({
        bucket: location.bucket,
        folder: getUploadFolder(location, latest.current.paths),
        name: buildObjectName(column, file),
        file,
        onSent: (path) => onSent(path, old),
      });
    }
  };
  return { uploads, cancel, add };
}

function createFileError(message: string): ApiError {
  return new ApiError({ code: 'refused_here', message, details: '', hint: '', status: 0, requestId: '' });
}
