import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { removeObject } from '@/data/relations/storage-objects';
import type { Row } from '@/data/rows/row';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { setEntry } from '@/data/writes/draft-entries';
import type { Draft, DraftFile } from '@/data/writes/drafts';
import type { Column } from '@/lib/api.gen';

export interface DraftFiles {
  /** Whether a file is being uploaded for the form. */
  isUploading: boolean;
  /** Reports to the form that an upload runs until the promise is settled. */
  trackUpload: (upload: Promise<void>) => Promise<void>;
  /** Enters the value of a column that refers to an uploaded file. The file is deleted if the value is not saved. */
  addFile: (column: Column, entry: EnteredValue, file: DraftFile) => void;
  /** Whether a file was uploaded for the unsaved input. */
  isUnsavedFile: (path: string) => boolean;
  /** Deletes a file from its bucket after the record is saved without it. */
  deleteFileOnSave: (file: DraftFile) => void;
}

/**
 * Returns the files that were uploaded for a draft. They are in their bucket before the record is saved, so that a large
 * upload does not delay the save and survives a reload, and are deleted when the input is discarded.
 */
export function useDraftFiles(
  row: Row | undefined,
  draft: Draft,
  setDraft: Dispatch<SetStateAction<Draft>>,
  dirty: boolean,
): DraftFiles & { deleteFiles: (files: readonly DraftFile[] | undefined) => void } {
  const [running, setRunning] = useState(0);
  const { files } = draft;
  useEffect(() => {
    // The input equals the row again: the user removed the uploaded files or took over another user's values.
    if (dirty || !files?.length) return;
    deleteFiles(files);
    setDraft(({ files: _, deletedFiles: __, ...others }) => others);
  }, [dirty, files, setDraft]);
  const trackUpload = useCallback(async (upload: Promise<void>) => {
    setRunning((count) => count + 1);
    try {
      await upload;
    } finally {
      setRunning((count) => count - 1);
    }
  }, []);
  const addFile = useCallback(
    (column: Column, entry: EnteredValue, file: DraftFile) =>
      setDraft((before) => ({
        ...setEntry(before, row, column, entry),
        files: [...(before.files ?? []), file],
      })),
    [setDraft, row],
  );
  const deleteFileOnSave = useCallback(
    (file: DraftFile) =>
      setDraft((before) => ({ ...before, deletedFiles: [...(before.deletedFiles ?? []), file] })),
    [setDraft],
  );
  const isUnsavedFile = (path: string) => files?.some((file) => file.path === path) ?? false;
  return { isUploading: running > 0, trackUpload, addFile, isUnsavedFile, deleteFileOnSave, deleteFiles };
}

/** Deletes files from their buckets. Files that the role can't delete, or that can't be reached, remain. */
function deleteFiles(files: readonly DraftFile[] | undefined) {
  for (const { bucket, path } of files ?? []) void removeObject(bucket, path).catch(() => {});
}
