import { NameDialog } from '@/components/overlays/name-dialog';
import { toast } from '@/components/overlays/toast';
import type { Passkey } from '@/lib/api.gen';
import { passkeyMessages } from './passkey-messages';
import { useRenamePasskey } from './passkey-queries';

const messages = passkeyMessages.rename;

/** The maximum number of characters of a name at the auth service. */
const maxNameLength = 120;

export interface RenamePasskeyDialogProps {
  /** The passkey to rename; null closes the dialog. */
  passkey: Passkey | null;
  /** Whether the passkey was added just now, which a message has reported. */
  isNew: boolean;
  onClose: () => void;
}

/** Asks for the name of a passkey. */
export function RenamePasskeyDialog({ passkey, isNew, onClose }: RenamePasskeyDialogProps) {
  const rename = useRenamePasskey();
  const close = () => {
    rename.reset();
    onClose();
  };
  const save = (name: string) => {
    if (!passkey) return;
    if (name.trim() === passkey.name) return close();
    rename.mutate(
      { id: passkey.id, name: name.trim() },
      {
        onSuccess: () => {
          close();
          if (!isNew) toast.done(messages.done);
        },
      },
    );
  };
  return (
    <NameDialog
      open={passkey !== null}
      title={isNew ? messages.newTitle : messages.title}
      help={messages.help}
      name={passkey?.name ?? ''}
      validateName={validateName}
      confirmLabel={messages.confirm}
      pending={rename.isPending}
      error={rename.error}
      onCancel={close}
      onName={save}
    />
  );
}

function validateName(name: string): string | undefined {
  if (name.trim() === '') return messages.empty;
  return [...name.trim()].length > maxNameLength ? messages.tooLong(maxNameLength) : undefined;
}
