import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { toast } from '@/components/overlays/toast';
import type { Passkey } from '@/lib/api.gen';
import { passkeyMessages } from './passkey-messages';
import { useDeletePasskey } from './passkey-queries';

const messages = passkeyMessages.remove;

export interface DeletePasskeyDialogProps {
  /** The passkey to delete; null closes the dialog. */
  passkey: Passkey | null;
  onClose: () => void;
}

/** Asks for confirmation before a passkey is deleted. */
export function DeletePasskeyDialog({ passkey, onClose }: DeletePasskeyDialogProps) {
  const remove = useDeletePasskey();
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () =>
    passkey &&
    remove.mutate(passkey.id, {
      onSuccess: () => {
        close();
        toast.done(messages.done);
      },
    });
  return (
    <ConfirmDialog
      open={passkey !== null}
      onOpenChange={(open) => !open && close()}
      title={messages.title(passkey?.name || passkeyMessages.section.unnamed)}
      confirmLabel={messages.confirm}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    >
      {messages.hint}
    </ConfirmDialog>
  );
}
