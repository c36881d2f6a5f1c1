import { type FormEvent, useState } from 'react';
import { useSignIn } from '../../api/auth-mutations';
import { AuthError } from '../../form/auth-error';
import { EmailField, useEmailCheck } from '../../form/email-field';
import { ThrottledButton } from '../../form/throttled-button';
import { NewPasswordField, useNewPasswordCheck } from '../../password/new-password-field';
import { useSignInFlow } from '../sign-in-flow';
import styles from '../sign-in-form.module.css';
import { signInMessages as messages } from '../sign-in-messages';
import { StepTitle } from './step-title';

/** Creates an account with email address and password. If the address must be confirmed, asks for the code of the mail. */
export function SignUpStep() {
  const { workspace, email, setEmail, goTo, options } = useSignInFlow();
  const [password, setPassword] = useState('');
  const signUp = useSignIn('sign-up', options);
  const emailCheck = useEmailCheck();
  const passwordCheck = useNewPasswordCheck(workspace.signIn);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    setEmail(address);
    if (signUp.isPending || !emailCheck.check(address) || !passwordCheck.check(password)) return;
    signUp.mutate(
      { email: address, password },
      { onSuccess: ({ user }) => !user && goTo({ code: 'signup' }) },
    );
  };
  return (
    <form onSubmit={submit} className={styles.fields} aria-label={messages.signUp} noValidate>
      <StepTitle title={messages.signUpTitle} />
      {signUp.error && <AuthError error={signUp.error} />}
      <EmailField
        label={messages.email}
        autoComplete="username"
        autoFocus
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
      <ThrottledButton
        type="submit"
        variant="primary"
        size="lg"
        pending={signUp.isPending}
        error={signUp.error}
      >
        {messages.signUp}
      </ThrottledButton>
      <p className={styles.note}>
        {messages.signInQuestion}{' '}
        <button type="button" className={styles.link} onClick={() => goTo('start')}>
          {messages.signIn}
        </button>
      </p>
    </form>
  );
}
