import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { toast } from '@/components/overlays/toast';
import type { Account } from '@/lib/api.gen';
import { accountMessages } from '../account-messages';
import { AccountLine, AccountSection } from '../account-section';
import { PasswordForm } from './password-form';

const messages = accountMessages.password;

/** Sets or changes the password. */
export function PasswordSection({ account }: { account: Account }) {
  const [isEditing, setEditing] = useState(false);
  // Without an identity of this provider, the account has never had a password.
  const hasPassword = account.identities.some(({ provider }) => provider === 'email');
  const label = !hasPassword ? messages.set : messages.change;
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      {isEditing ? (
        <PasswordForm
          onSaved={() => {
            toast.done(messages.saved);
            setEditing(false);
          }}
        >
          <Button onClick={() => setEditing(false)}>{accountMessages.cancel}</Button>
        </PasswordForm>
      ) : (
        <AccountLine icon={<KeyRound aria-hidden />} title={!hasPassword ? messages.none : messages.dots}>
          <Button onClick={() => setEditing(true)}>{label}</Button>
        </AccountLine>
      )}
    </AccountSection>
  );
}
