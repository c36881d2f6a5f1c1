import { useId, useState } from 'react';
import { Checkbox } from '@/components/controls/checkbox';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import styles from './file-field.module.css';

export interface RemoveFileDialogProps {
  /** The path to remove; null while nothing is asked. */
  path: string | null;
  bucket: string;
  /** Whether deleting the object itself may be tried. */
  canDelete: boolean;
  pending: boolean;
  error: unknown;
  onClose: () => void;
  onRemove: (path: string, withObject: boolean) => void;
}

/** Asks before a file leaves a record; the object stays in its bucket unless the person says otherwise. */
export function RemoveFileDialog(props: RemoveFileDialogProps) {
  const { path, bucket, canDelete, pending, error, onClose, onRemove } = props;
  const [withObject, setWithObject] = useState(false);
  const id = useId();
  const name = path?.split('/').at(-1) ?? '';
  const close = () => {
    setWithObject(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open={path !== null}
      onOpenChange={(open) => !open && close()}
      title={`Remove ${name} from this record?`}
      confirmLabel={withObject ? 'Remove and delete' : 'Remove'}
      danger={withObject}
      {...{ pending, error }}
      onConfirm={() => path !== null && onRemove(path, withObject)}
    >
      {canDelete ? (
        <span className={styles.withObject}>
          <Checkbox
            id={id}
            checked={withObject}
            onCheckedChange={(checked) => setWithObject(checked === true)}
          />
          <label htmlFor={id}>
            Delete the file from {bucket} too. Other records may use it, and it can’t be undone.
          </label>
        </span>
      ) : (
        <p>The file itself stays in {bucket}.</p>
      )}
    </ConfirmDialog>
  );
}
