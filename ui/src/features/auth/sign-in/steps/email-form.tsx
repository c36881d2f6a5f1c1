import { type FormEvent, useRef } from 'react';
import { useSendCode } from '../../api/auth-mutations';
import { AuthError } from '../../form/auth-error';
import { EmailField, useEmailCheck } from '../../form/email-field';
import { ThrottledButton } from '../../form/throttled-button';
import { useSignInFlow } from '../sign-in-flow';
import styles from '../sign-in-form.module.css';
import { signInMessages as messages } from '../sign-in-messages';

/**
 * Asks for the email address, which leads to the password. Sends a code at once if the workspace has no passwords, or
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
  const emailCheck = useEmailCheck();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sendCode.isPending || signIn.isPending) return;
    const address = email.trim();
    setEmail(address);
    if (!emailCheck.check(address)) return;
    const filledIn = password.current?.value;
    if (filledIn) {
      goTo('password');
      signIn.mutate({ email: address, password: filledIn });
    } else if (sendsCode) {
      sendCode.mutate({ type: 'email', email: address, next }, { onSuccess: () => goTo({ code: 'email' }) });
    } else goTo('password');
  };
  return (
    <form onSubmit={submit} className={styles.fields} aria-label={messages.signIn} noValidate>
      {sendCode.error && <AuthError error={sendCode.error} />}
      <EmailField
        label={messages.email}
        autoComplete="username webauthn"
        readOnly={previousUser !== undefined}
        autoFocus={!previousUser}
        value={email}
        onValueChange={setEmail}
        check={emailCheck}
      />
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
      <ThrottledButton
        type="submit"
        variant="primary"
        size="lg"
        pending={sendCode.isPending}
        error={sendCode.error}
      >
        {sendsCode ? messages.emailCode : messages.continue}
      </ThrottledButton>
    </form>
  );
}
