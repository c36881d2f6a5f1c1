import { Mail } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { toast } from '@/components/overlays/toast';
import type { Account } from '@/lib/api.gen';
import { useUpdateUser } from '../../api/account-mutations';
import { AuthError } from '../../form/auth-error';
import { EmailField, useEmailCheck } from '../../form/email-field';
import { ThrottledButton } from '../../form/throttled-button';
import { accountMessages } from '../account-messages';
import styles from '../account-page.module.css';
import { AccountLine, AccountSection } from '../account-section';

const messages = accountMessages.email;

/** Shows and changes the email address. A change must be confirmed by links, usually to both addresses. */
export function EmailSection({ account }: { account: Account }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      <AccountLine icon={<Mail aria-hidden />} title={account.email || messages.none}>
        {!isEditing && <Button onClick={() => setEditing(true)}>{messages.change}</Button>}
      </AccountLine>
      {isEditing && <EmailForm onClose={() => setEditing(false)} />}
      {account.newEmail && <PendingChange account={account} />}
    </AccountSection>
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const update = useUpdateUser();
  const emailCheck = useEmailCheck();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (update.isPending || !emailCheck.check(address)) return;
    update.mutate(
      { email: address },
      {
        onSuccess: ({ emailConfirmationSent }) => {
          if (!emailConfirmationSent) toast.done(messages.changed);
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} aria-label={messages.change} noValidate>
      {update.error && <AuthError error={update.error} />}
      <EmailField
        label={messages.new}
        autoComplete="email"
        autoFocus
        value={email}
        onValueChange={setEmail}
        check={emailCheck}
      />
      <div className={styles.buttons}>
        <ThrottledButton type="submit" variant="primary" pending={update.isPending} error={update.error}>
          {messages.submit}
        </ThrottledButton>
        <Button onClick={onClose}>{accountMessages.cancel}</Button>
      </div>
    </form>
  );
}

/**
 * Shows the address that is not confirmed yet. Its button requests the change again, which sends the messages again: the
 * auth service's own route for that needs a CAPTCHA, and an account that has an address.
 */
function PendingChange({ account }: { account: Account }) {
  const sendAgain = useUpdateUser();
  const resend = () =>
    sendAgain.mutate({ email: account.newEmail }, { onSuccess: () => toast.done(messages.resent) });
  return (
    <div className={styles.notice} role="status">
      <p>{messages.pending(<b dir="auto">{account.email}</b>, <b dir="auto">{account.newEmail}</b>)}</p>
      {sendAgain.error && <AuthError error={sendAgain.error} />}
      <ThrottledButton size="sm" pending={sendAgain.isPending} error={sendAgain.error} onClick={resend}>
        {messages.resend}
      </ThrottledButton>
    </div>
  );
}
