import { useState } from 'react';
import type { Column } from '@/lib/api.gen';
import type { RecordForm } from '../form/use-record-form';
import { removePath } from './file-column.utils';

export interface RemoveFileOptions {
  column: Column;
  bucket: string;
  paths: readonly string[];
  form: RecordForm;
}

/**
 * Removes a file from the form. Asks before, and deletes the file from the bucket after the record is saved if the user
 * chooses so. A file that was uploaded for the unsaved input is removed without a question.
 */
export function useRemoveFile({ column, bucket, paths, form }: RemoveFileOptions) {
  const [path, setPath] = useState<string | null>(null);
  const onClose = () => setPath(null);
  const onRemove = (removed: string, withObject: boolean) => {
    form.set(column, removePath(column, paths, removed));
    if (withObject) form.deleteFileOnSave({ bucket, path: removed });
    onClose();
  };
  return {
    open: (opened: string) => (form.isUnsavedFile(opened) ? onRemove(opened, false) : setPath(opened)),
    dialog: { path, onClose, onRemove },
  };
}
