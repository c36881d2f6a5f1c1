import { MailCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import type { DemoAccount, User, Workspace } from '@/lib/api.gen';
import { useSignIn } from '../api/auth-mutations';
import { authMessages } from '../auth-messages';
import { CredentialsForm } from './credentials-form';
import { DemoAccounts } from './demo-accounts';
import styles from './sign-in-form.module.css';

const messages = authMessages.signIn;

export interface SignInFormProps {
  workspace: Workspace;
  /** The user whose session expired. */
  previousUser?: User;
}

/** Signs in by e-mail and password or as a demo account, or creates an account if the backend allows it. */
export function SignInForm({ workspace, previousUser }: SignInFormProps) {
  const [kind, setKind] = useState<'sign-in' | 'sign-up'>('sign-in');
  const [email, setEmail] = useState(previousUser?.email ?? '');
  const [password, setPassword] = useState('');
  const passwordInput = useRef<HTMLInputElement>(null);
  const signIn = useSignIn(kind, previousUser);
  const { password: hasPasswordSignIn, signUp: hasSignUp } = workspace.signIn;

  const send = (credentials: { email: string; password: string }) =>
    signIn.mutate(credentials, { onError: () => passwordInput.current?.select() });
  const sendDemoAccount = (account: DemoAccount) => {
    setEmail(account.email);
    setPassword(account.password);
    send({ email: account.email, password: account.password });
  };
  const changeKind = (next: typeof kind) => {
    setKind(next);
    signIn.reset();
  };

  if (signIn.data && signIn.data.user === null)
    return <ConfirmationNotice email={email} onBack={() => changeKind('sign-in')} />;
  if (!hasPasswordSignIn) return <p className={styles.note}>{messages.noPasswordSignIn}</p>;
  return (
    <div className={styles.form}>
      {workspace.demoAccounts.length > 0 && kind === 'sign-in' && (
        <DemoAccounts
          accounts={workspace.demoAccounts}
          pendingEmail={signIn.isPending ? signIn.variables.email : null}
          onChoose={sendDemoAccount}
        />
      )}
      <CredentialsForm
        {...{ kind, email, password, passwordInput }}
        error={signIn.error}
        pending={signIn.isPending}
        focusPassword={previousUser !== undefined}
        onEmailChange={setEmail}
        onPasswordChange={setPassword}
        onSubmit={() => send({ email: email.trim(), password })}
      />
      {hasSignUp && !previousUser && (
        <p className={styles.note}>
          {kind === 'sign-up' ? messages.signInQuestion : messages.signUpQuestion}{' '}
          <button
            type="button"
            className={styles.switch}
            onClick={() => changeKind(kind === 'sign-up' ? 'sign-in' : 'sign-up')}
          >
            {kind === 'sign-up' ? messages.signIn : messages.signUp}
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
      <p>{messages.confirmEmail(<b>{email}</b>)}</p>
      <Button onClick={onBack}>{messages.backToSignIn}</Button>
    </div>
  );
}
