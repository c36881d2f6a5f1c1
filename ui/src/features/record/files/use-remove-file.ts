import { useState } from 'react';
import { toast } from '@/components/overlays/toast';
import { removeObject } from '@/data/relations/storage-objects';
import type { Column } from '@/lib/api.gen';
import { removePath } from './file-column.utils';
import type { FileValue } from './use-file-value';

export interface RemoveFileOptions extends Pick<FileValue, 'keep'> {
  column: Column;
  bucket: string;
  paths: readonly string[];
}

/** Taking a file off a record, after asking: first out of the row, then, if that is wanted, out of the bucket. */
export function useRemoveFile({ column, bucket, paths, keep }: RemoveFileOptions) {
  const [path, ask] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const onClose = () => {
    setError(null);
    ask(null);
  };
  const onRemove = async (removed: string, withObject: boolean) => {
    setPending(true);
    setError(null);
    try {
      await keep(removePath(column, paths, removed));
      onClose();
      // The row is right by now; what is left is told apart from it.
      if (withObject) await removeObject(bucket, removed).catch((caught) => toast.error(caught));
    } catch (caught) {
      setError(caught);
    } finally {
      setPending(false);
    }
  };
  return {
    ask,
    dialog: { path, pending, error, onClose, onRemove: (p: string, w: boolean) => void onRemove(p, w) },
  };
}
