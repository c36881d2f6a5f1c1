import { type FormEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { toast } from '@/components/overlays/toast';
import { hrefs } from '@/lib/routes';
import { useWorkspace } from '@/lib/session';
import { useUpdateUser } from '../api/account-mutations';
import { NewPasswordField } from '../password/new-password-field';
import { meetsPasswordRules } from '../password/password-rules';
import { openProvider } from '../providers/open-provider';
import { ProviderButtons } from '../providers/provider-buttons';
import { accountMessages } from './account-messages';
import styles from './upgrade-section.module.css';

const messages = accountMessages.upgrade;

/** Makes an account of a guest, by e-mail or provider. The user's id and rows stay the same. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending || !meetsPasswordRules(password, signIn)) return;
    const address = email.trim();
    update.mutate(
      { email: address, password },
      {
        onSuccess: ({ emailConfirmationSent }) =>
          emailConfirmationSent ? onSent(address) : toast.done(messages.done),
      },
    );
  };
  return (
    <form onSubmit={submit} className={styles.form} aria-label={messages.submit}>
      {update.error && <ErrorNotice error={update.error} />}
      <Field label={messages.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <NewPasswordField
        label={messages.password}
        rules={signIn}
        value={password}
        onValueChange={setPassword}
      />
      <Button type="submit" variant="primary" pending={update.isPending}>
        {messages.submit}
      </Button>
    </form>
  );
}
