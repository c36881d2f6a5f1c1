import { MailCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import type { User, Workspace } from '@/lib/api.gen';
import { useSignIn } from '../api/auth-mutations';
import { DemoAccounts } from './demo-accounts';
import { PasswordInput } from './password-input';
import styles from './sign-in-form.module.css';

export interface SignInFormProps {
  workspace: Workspace;
  /** Who was signed in before the session lapsed. */
  previousUser?: User;
}

/** E-mail and password; making an account where the backend allows it; the demo's accounts. */
export function SignInForm({ workspace, previousUser }: SignInFormProps) {
  const [kind, setKind] = useState<'sign-in' | 'sign-up'>('sign-in');
  const [email, setEmail] = useState(previousUser?.email ?? '');
  const [password, setPassword] = useState('');
  const passwordRef = useRef<HTMLInputElement>(null);
  const signIn = useSignIn(kind, previousUser);
  const { password: allowed, signUp } = workspace.signIn;

  const send = (request: { email: string; password: string }) =>
    signIn.mutate(request, { onError: () => passwordRef.current?.select() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) send({ email: email.trim(), password });
  };
  const change = (next: typeof kind) => {
    setKind(next);
    signIn.reset();
  };

  if (signIn.data && signIn.data.user === null)
    return <ConfirmationNotice email={email} onBack={() => change('sign-in')} />;
  if (!allowed) {
    return (
      <p className={styles.note}>This workspace’s backend doesn’t let people sign in with a password.</p>
    );
  }
  const signingUp = kind === 'sign-up';
  return (
    <div className={styles.form}>
      {workspace.demoAccounts.length > 0 && !signingUp && (
        <DemoAccounts
          accounts={workspace.demoAccounts}
          pendingEmail={signIn.isPending ? signIn.variables.email : null}
          onChoose={(account) => {
            setEmail(account.email);
            setPassword(account.password);
            send({ email: account.email, password: account.password });
          }}
        />
      )}
      <form
        onSubmit={submit}
        className={styles.fields}
        aria-label={signingUp ? 'Make an account' : 'Sign in'}
      >
        {signIn.isError && <ErrorNotice error={signIn.error} />}
        <Field label="E-mail">
          <Input
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus={!previousUser}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Password">
          <PasswordInput
            ref={passwordRef}
            name="password"
            autoComplete={signingUp ? 'new-password' : 'current-password'}
            required
            autoFocus={previousUser !== undefined}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={signIn.isPending}
          className={styles.submit}
        >
          {signingUp ? 'Make an account' : 'Sign in'}
        </Button>
      </form>
      {signUp && !previousUser && (
        <p className={styles.note}>
          {signingUp ? 'You have an account already?' : 'New here?'}{' '}
          <button
            type="button"
            className={styles.switch}
            onClick={() => change(signingUp ? 'sign-in' : 'sign-up')}
          >
            {signingUp ? 'Sign in' : 'Make an account'}
          </button>
        </p>
      )}
    </div>
  );
}

function ConfirmationNotice({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className={styles.confirmation} role="status">
      <MailCheck size={28} strokeWidth={1.5} aria-hidden />
      <p>
        <b>Confirm your e-mail.</b> A message with a link is on its way to <b>{email}</b>. Open it, then sign
        in here.
      </p>
      <Button onClick={onBack}>Back to sign-in</Button>
    </div>
  );
}
