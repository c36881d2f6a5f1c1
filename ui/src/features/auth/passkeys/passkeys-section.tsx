import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { toast } from '@/components/overlays/toast';
import type { Passkey } from '@/lib/api.gen';
import { useUser, useWorkspace } from '@/lib/auth/session';
import { formatDay, formatRecent } from '@/lib/text/format';
import { AccountLine, AccountSection } from '../account/account-section';
import { getPasskeyErrorText, isCanceled, PasskeyError } from './ceremony/passkey-error';
import { getPasskeyObstacle } from './ceremony/passkey-support';
import { DeletePasskeyDialog } from './delete-passkey-dialog';
import { passkeyMessages } from './passkey-messages';
import { passkeysQuery, useAddPasskey } from './passkey-queries';
import styles from './passkeys.module.css';
import { RenamePasskeyDialog } from './rename-passkey-dialog';

const messages = passkeyMessages.section;

/** Lists, adds, renames and deletes the user's passkeys. Renders nothing for anonymous users, and if the workspace doesn't support passkeys. */
export function PasskeysSection() {
  const { signIn } = useWorkspace();
  const user = useUser();
  // An anonymous user has no address by which a passkey could be recognized.
  if (!signIn.passkeys || user.isAnonymous) return null;
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      <PasskeyList />
    </AccountSection>
  );
}

function PasskeyList() {
  const passkeys = useQuery(passkeysQuery());
  const add = useAddPasskey();
  const [renaming, setRenaming] = useState<{ passkey: Passkey; isNew: boolean } | null>(null);
  const [deleting, setDeleting] = useState<Passkey | null>(null);
  const addPasskey = () =>
    add.mutate(undefined, {
      onSuccess: (passkey) => {
        toast.done(messages.addedToast);
        setRenaming({ passkey, isNew: true });
      },
    });
  if (passkeys.isPending) return <Spinner size={20} />;
  if (passkeys.isError)
    return (
      <ErrorNotice
        error={passkeys.error}
        onRetry={() => void passkeys.refetch()}
        retrying={passkeys.isFetching}
      />
    );
  return (
    <>
      {passkeys.data.length === 0 && <p className={styles.note}>{messages.empty}</p>}
      {passkeys.data.map((passkey) => (
        <PasskeyLine
          key={passkey.id}
          passkey={passkey}
          onRename={() => setRenaming({ passkey, isNew: false })}
          onDelete={() => setDeleting(passkey)}
        />
      ))}
      <AddPasskey isPending={add.isPending} error={add.error} onAdd={addPasskey} />
      <RenamePasskeyDialog
        passkey={renaming?.passkey ?? null}
        isNew={renaming?.isNew ?? false}
        onClose={() => setRenaming(null)}
      />
      <DeletePasskeyDialog passkey={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

interface PasskeyLineProps {
  passkey: Passkey;
  onRename: () => void;
  onDelete: () => void;
}

function PasskeyLine({ passkey, onRename, onDelete }: PasskeyLineProps) {
  const name = passkey.name || messages.unnamed;
  const added = messages.added(formatDay(new Date(passkey.createdAt)));
  const used = passkey.lastUsedAt
    ? messages.lastUsed(formatRecent(new Date(passkey.lastUsedAt)))
    : messages.neverUsed;
  return (
    <AccountLine icon={<Fingerprint aria-hidden />} title={name} detail={`${added} · ${used}`}>
      <Button size="sm" aria-label={passkeyMessages.rename.label(name)} onClick={onRename}>
        {passkeyMessages.rename.button}
      </Button>
      <Button size="sm" aria-label={passkeyMessages.remove.label(name)} onClick={onDelete}>
        {passkeyMessages.remove.button}
      </Button>
    </AccountLine>
  );
}

interface AddPasskeyProps {
  isPending: boolean;
  error: Error | null;
  onAdd: () => void;
}

/** The button that adds a passkey, or the reason why this page can't. */
function AddPasskey({ isPending, error, onAdd }: AddPasskeyProps) {
  const obstacle = getPasskeyObstacle();
  if (obstacle) {
    const text = getPasskeyErrorText(new PasskeyError(obstacle));
    return (
      <p className={styles.note}>
        {text?.sentence} {text?.nextStep}
      </p>
    );
  }
  return (
    <>
      {error && !isCanceled(error) && <ErrorNotice error={error} text={getPasskeyErrorText(error)} />}
      <div className={styles.add}>
        <Button icon={<Plus aria-hidden />} pending={isPending} onClick={onAdd}>
          {messages.add}
        </Button>
        <p role="status" className={styles.note}>
          {isCanceled(error) && messages.addCanceled}
        </p>
      </div>
    </>
  );
}
