import { Fingerprint } from 'lucide-react';
import type { SessionOptions } from '../api/auth-mutations';
import { AuthError } from '../form/auth-error';
import { ThrottledButton } from '../form/throttled-button';
import { getPasskeyErrorText, isCanceled } from './ceremony/passkey-error';
import { passkeyMessages as messages } from './passkey-messages';
import styles from './passkeys.module.css';
import { usePasskeySignIn } from './use-passkey-sign-in';
import { usePasskeySuggestions } from './use-passkey-suggestions';

export interface PasskeySignInProps {
  options: SessionOptions;
  /** Whether the browser also offers passkeys in the email field. Not with a CAPTCHA, whose token is for one request. */
  hasSuggestions: boolean;
}

/** Signs in with a passkey: by a button, or by a suggestion of the browser in the email field. */
export function PasskeySignIn({ options, hasSuggestions }: PasskeySignInProps) {
  const signIn = usePasskeySignIn(options);
  usePasskeySuggestions(hasSuggestions, (response) => signIn.mutate(response));
  const { error } = signIn;
  return (
    <div className={styles.signIn}>
      <ThrottledButton
        size="lg"
        error={error}
        icon={<Fingerprint aria-hidden />}
        pending={signIn.isPending}
        onClick={() => signIn.mutate(null)}
      >
        {messages.signIn}
      </ThrottledButton>
      <p role="status" className={styles.note}>
        {isCanceled(error) && messages.signInCanceled}
      </p>
      {error && !isCanceled(error) && <AuthError error={error} text={getPasskeyErrorText(error)} />}
    </div>
  );
}
