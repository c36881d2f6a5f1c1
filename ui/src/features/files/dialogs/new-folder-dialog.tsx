import { NameDialog } from '@/components/overlays/name-dialog';
import type { Bucket } from '@/lib/api.gen';
import { joinPath, validateFileName } from '@/lib/files/file-checks';
import { useCreateFolder } from '../api/file-operations';
import { filesMessages } from '../files-messages';

const messages = filesMessages.newFolderDialog;

export interface NewFolderDialogProps {
  open: boolean;
  bucketId: string;
  /** Undefined while the bucket is not loaded. */
  bucket: Bucket | undefined;
  prefix: string;
  onCreated: (name: string) => void;
  onCancel: () => void;
}

/** Asks for the name of a folder and creates it. */
export function NewFolderDialog({
  open,
  bucketId,
  bucket,
  prefix,
  onCreated,
  onCancel,
}: NewFolderDialogProps) {
  const create = useCreateFolder(bucketId, bucket);
  return (
    <NameDialog
      open={open}
      title={messages.title}
      name=""
      validateName={validateFileName}
      confirmLabel={messages.create}
      pending={create.isPending}
      error={create.error}
      onCancel={() => {
        create.reset();
        onCancel();
      }}
      onName={(name) => create.mutate(joinPath(prefix, name), { onSuccess: () => onCreated(name) })}
    />
  );
}
