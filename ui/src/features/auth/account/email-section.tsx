import { Mail } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { toast } from '@/components/overlays/toast';
import type { Account } from '@/lib/api.gen';
import { useUpdateUser } from '../api/account-mutations';
import { useSendCode } from '../api/auth-mutations';
import { accountMessages } from './account-messages';
import styles from './account-page.module.css';
import { AccountLine, AccountSection } from './account-section';

const messages = accountMessages.email;

/** Shows and changes the e-mail address. A change must be confirmed by links, usually to both addresses. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    update.mutate(
      { email: email.trim() },
      {
        onSuccess: ({ emailConfirmationSent }) => {
          if (!emailConfirmationSent) toast.done(messages.changed);
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} aria-label={messages.change}>
      {update.error && <ErrorNotice error={update.error} />}
      <Field label={messages.new}>
        <Input
          type="email"
          name="email"
          autoComplete="email"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" pending={update.isPending}>
          {messages.submit}
        </Button>
        <Button onClick={onClose}>{accountMessages.cancel}</Button>
      </div>
    </form>
  );
}

function PendingChange({ account }: { account: Account }) {
  const sendAgain = useSendCode();
  const resend = () =>
    sendAgain.mutate(
      { type: 'email_change', email: account.newEmail },
      { onSuccess: () => toast.done(messages.resent) },
    );
  return (
    <div className={styles.notice} role="status">
      <p>{messages.pending(<b dir="auto">{account.email}</b>, <b dir="auto">{account.newEmail}</b>)}</p>
      {sendAgain.error && <ErrorNotice error={sendAgain.error} />}
      <Button size="sm" pending={sendAgain.isPending} onClick={resend}>
        {messages.resend}
      </Button>
    </div>
  );
}
