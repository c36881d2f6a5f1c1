import { type FormEvent, useRef } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { useSendCode } from '../api/auth-mutations';
import { useSignInFlow } from './sign-in-flow';
import styles from './sign-in-form.module.css';
import { signInMessages as messages } from './sign-in-messages';

/**
 * Asks for the e-mail address, which leads to the password. Sends a code at once if the workspace has no passwords, or
 * if the user of the expired session signed in with a code. A password that the browser fills in signs in at once.
 */
export function EmailForm() {
  const { workspace, email, setEmail, goTo, previousUser, next, options, signIn } = useSignInFlow();
  const { password: hasPassword, emailCode: hasCode } = workspace.signIn;
  // A guest who has created an account has set a password; the session still has the guest's method.
  const usesPassword = ['password', 'anonymous'].includes(previousUser?.signInMethod ?? 'password');
  const sendsCode = hasCode && !(hasPassword && usesPassword);
  const password = useRef<HTMLInputElement>(null);
  const sendCode = useSendCode(options);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sendCode.isPending || signIn.isPending) return;
    const address = email.trim();
    setEmail(address);
    const filledIn = password.current?.value;
    if (filledIn) {
      goTo('password');
      signIn.mutate({ email: address, password: filledIn });
    } else if (sendsCode) {
      sendCode.mutate({ type: 'email', email: address, next }, { onSuccess: () => goTo({ code: 'email' }) });
    } else goTo('password');
  };
  return (
    <form onSubmit={submit} className={styles.fields} aria-label={messages.signIn}>
      {sendCode.error && <ErrorNotice error={sendCode.error} />}
      <Field label={messages.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username webauthn"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={previousUser !== undefined}
          autoFocus={!previousUser}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      {!sendsCode && (
        <input
          ref={password}
          type="password"
          name="password"
          autoComplete="current-password"
          className={styles.filledByBrowser}
          tabIndex={-1}
          aria-hidden
        />
      )}
      <Button type="submit" variant="primary" size="lg" pending={sendCode.isPending}>
        {sendsCode ? messages.emailCode : messages.continue}
      </Button>
    </form>
  );
}
