import type { FormEvent } from 'react';
import { Button } from '@/components/controls/button';
import { useSendCode } from '../../api/auth-mutations';
import { AuthError } from '../../form/auth-error';
import { ThrottledButton } from '../../form/throttled-button';
import { useSignInFlow } from '../sign-in-flow';
import styles from '../sign-in-form.module.css';
import { signInMessages as messages } from '../sign-in-messages';
import { EmailLine } from './email-line';
import { StepTitle } from './step-title';

/** Sends a message with which the user can set a new password. */
export function RecoveryStep() {
  const { email, goTo, options } = useSignInFlow();
  const sendCode = useSendCode(options);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sendCode.isPending) return;
    sendCode.mutate({ type: 'recovery', email }, { onSuccess: () => goTo({ code: 'recovery' }) });
  };
  return (
    <form onSubmit={submit} className={styles.fields} aria-label={messages.recoveryTitle}>
      <StepTitle title={messages.recoveryTitle}>{messages.recoveryHint}</StepTitle>
      {sendCode.error && <AuthError error={sendCode.error} />}
      <EmailLine />
      <ThrottledButton
        type="submit"
        variant="primary"
        size="lg"
        pending={sendCode.isPending}
        error={sendCode.error}
        autoFocus
      >
        {messages.sendReset}
      </ThrottledButton>
      <Button size="lg" variant="ghost" onClick={() => goTo('password')}>
        {messages.back}
      </Button>
    </form>
  );
}
