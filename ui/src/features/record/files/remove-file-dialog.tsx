import { useId, useState } from 'react';
import { Checkbox } from '@/components/controls/checkbox';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { recordMessages } from '../record-messages';
import styles from './file-field.module.css';

const messages = recordMessages.files;

export interface RemoveFileDialogProps {
  /** The path to remove; null while the dialog is closed. */
  path: string | null;
  bucket: string;
  /** Whether the role can possibly delete the file from the bucket. */
  canDelete: boolean;
  onClose: () => void;
  onRemove: (path: string, withObject: boolean) => void;
}

/**
 * Asks before a file is removed from the input of a record. The file stays in its bucket unless the user chooses to delete
 * it with the save.
 */
export function RemoveFileDialog(props: RemoveFileDialogProps) {
  const { path, bucket, canDelete, onClose, onRemove } = props;
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
      title={messages.removeTitle(name)}
      confirmLabel={withObject ? messages.removeAndDelete : messages.removeFromRecord}
      danger={withObject}
      onConfirm={() => path !== null && onRemove(path, withObject)}
    >
      {canDelete ? (
        <span className={styles.withObject}>
          <Checkbox
            id={id}
            checked={withObject}
            onCheckedChange={(checked) => setWithObject(checked === true)}
          />
          <label htmlFor={id}>{messages.deleteObject(bucket)}</label>
        </span>
      ) : (
        <p>{messages.objectStays(bucket)}</p>
      )}
    </ConfirmDialog>
  );
}
