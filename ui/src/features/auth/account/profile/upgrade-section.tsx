import { type FormEvent, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import { useWorkspace } from '@/lib/auth/session';
import { hrefs } from '@/lib/routes';
import { useUpdateUser } from '../../api/account-mutations';
import { AuthError } from '../../form/auth-error';
import { EmailField, useEmailCheck } from '../../form/email-field';
import { ThrottledButton } from '../../form/throttled-button';
import { NewPasswordField, useNewPasswordCheck } from '../../password/new-password-field';
import { openProvider } from '../../providers/open-provider';
import { ProviderButtons } from '../../providers/provider-buttons';
import { accountMessages } from '../account-messages';
import styles from './upgrade-section.module.css';

const messages = accountMessages.upgrade;

/** Makes an account of a guest, by email or provider. The user's id and rows stay the same. */
export function UpgradeSection() {
  const { signIn } = useWorkspace();
  const [sentTo, setSentTo] = useState('');
  const hasProviders = signIn.providers.length > 0;
  return (
    <section className={styles.upgrade} aria-labelledby="upgrade-heading">
      <header>
        <h2 id="upgrade-heading">{messages.title}</h2>
        <p>{messages.hint}</p>
      </header>
      {sentTo ? (
        <p role="status">{messages.sent(<b dir="auto">{sentTo}</b>)}</p>
      ) : (
        <div className={styles.methods}>
          {hasProviders && (
            <>
              <ProviderButtons
                providers={signIn.providers}
                onChoose={(provider) => openProvider(provider, hrefs.account(), { link: 1 })}
              />
              {signIn.password && <p className={styles.or}>{messages.or}</p>}
            </>
          )}
          {signIn.password && <UpgradeForm onSent={setSentTo} />}
        </div>
      )}
    </section>
  );
}

function UpgradeForm({ onSent }: { onSent: (email: string) => void }) {
  const { signIn } = useWorkspace();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const update = useUpdateUser();
  const emailCheck = useEmailCheck();
  const passwordCheck = useNewPasswordCheck(signIn);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (update.isPending || !emailCheck.check(address) || !passwordCheck.check(password)) return;
    update.mutate(
      { email: address, password },
      {
        onSuccess: ({ emailConfirmationSent }) =>
          emailConfirmationSent ? onSent(address) : toast.done(messages.done),
      },
    );
  };
  return (
    <form onSubmit={submit} className={styles.form} aria-label={messages.submit} noValidate>
      {update.error && <AuthError error={update.error} />}
      <EmailField
        label={messages.email}
        autoComplete="username"
        value={email}
        onValueChange={setEmail}
        check={emailCheck}
      />
      <NewPasswordField
        label={messages.password}
        check={passwordCheck}
        value={password}
        onValueChange={setPassword}
      />
      <ThrottledButton type="submit" variant="primary" pending={update.isPending} error={update.error}>
        {messages.submit}
      </ThrottledButton>
    </form>
  );
}
