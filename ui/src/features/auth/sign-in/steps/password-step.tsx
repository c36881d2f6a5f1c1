import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Field } from '@/components/fields/field';
import { useSendCode } from '../../api/auth-mutations';
import { AuthError } from '../../form/auth-error';
import { ThrottledButton } from '../../form/throttled-button';
import { PasswordInput } from '../../password/password-input';
import { useRetryCountdown } from '../../use-countdown';
import { useSignInFlow } from '../sign-in-flow';
import styles from '../sign-in-form.module.css';
import { signInMessages as messages } from '../sign-in-messages';
import { EmailLine } from './email-line';

/** Asks for the password of the chosen email address, in fields that password managers recognize. */
export function PasswordStep() {
  const { email, previousUser, options, signIn } = useSignInFlow();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const sendCode = useSendCode(options);
  const hasFailed = signIn.isError;
  useEffect(() => {
    if (hasFailed) input.current?.select();
  }, [hasFailed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') return input.current?.focus();
    if (!signIn.isPending) signIn.mutate({ email, password });
  };
  const error = sendCode.error ?? signIn.error;
  return (
    <form onSubmit={submit} className={styles.fields} aria-label={messages.signIn} noValidate>
      {error && <AuthError error={error} />}
      {!previousUser && <EmailLine />}
      <Field label={messages.password} error={isMissing && messages.passwordMissing}>
        <PasswordInput
          ref={input}
          name="password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
      <ThrottledButton
        type="submit"
        variant="primary"
        size="lg"
        pending={signIn.isPending}
        error={signIn.error}
      >
        {messages.signIn}
      </ThrottledButton>
      <PasswordAlternatives sendCode={sendCode} />
    </form>
  );
}

/** The links to other ways to sign in, and to a new password. */
function PasswordAlternatives({ sendCode }: { sendCode: ReturnType<typeof useSendCode> }) {
  const { workspace, email, goTo, previousUser, next } = useSignInFlow();
  const isCodeLimited = useRetryCountdown(sendCode.error) > 0;
  const hasOtherMethods = workspace.signIn.providers.length > 0 || workspace.signIn.passkeys;
  const requestCode = () =>
    sendCode.mutate({ type: 'email', email, next }, { onSuccess: () => goTo({ code: 'email' }) });
  return (
    <div className={styles.alternatives}>
      <button type="button" className={styles.link} onClick={() => goTo('recovery')}>
        {messages.forgotPassword}
      </button>
      {workspace.signIn.emailCode && (
        <button
          type="button"
          className={styles.link}
          disabled={sendCode.isPending || isCodeLimited}
          onClick={requestCode}
        >
          {messages.codeInstead}
        </button>
      )}
      {previousUser && hasOtherMethods && (
        <button type="button" className={styles.link} onClick={() => goTo('start')}>
          {messages.otherMethods}
        </button>
      )}
    </div>
  );
}
