import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import { removeObject } from '@/data/relations/storage-objects';
import type { Column } from '@/lib/api.gen';
import { removePath } from './file-column.utils';
import type { FileValue } from './use-file-value';

export interface RemoveFileOptions extends Pick<FileValue, 'save'> {
  column: Column;
  bucket: string;
  paths: readonly string[];
}

/** Asks, then removes a file from the row and, if the user chooses so, deletes it from the bucket. */
export function useRemoveFile({ column, bucket, paths, save }: RemoveFileOptions) {
  const [path, setPath] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const onClose = () => {
    setError(null);
    setPath(null);
  };
  const onRemove = async (removed: string, withObject: boolean) => {
    setPending(true);
    setError(null);
    try {
      await save(removePath(column, paths, removed));
      onClose();
      // The row is saved; a failure to delete the file is a separate error.
      if (withObject) await removeObject(bucket, removed).catch((caught) => toast.error(caught));
    } catch (caught) {
      setError(caught);
    } finally {
      setPending(false);
    }
  };
  return {
    open: (opened: string) => setPath(opened),
    dialog: { path, pending, error, onClose, onRemove: (p: string, w: boolean) => void onRemove(p, w) },
  };
}
