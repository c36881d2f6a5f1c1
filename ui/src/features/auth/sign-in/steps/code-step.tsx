import { MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Field } from '@/components/fields/field';
import { hrefs } from '@/lib/routes';
import { type CodeType, useSendCode, useVerifyCode } from '../../api/auth-mutations';
import { CodeInput } from '../../code-input';
import { AuthError } from '../../form/auth-error';
import { ThrottledButton } from '../../form/throttled-button';
import { getRetryAfter, useCountdown } from '../../use-countdown';
import { useSignInFlow } from '../sign-in-flow';
import styles from '../sign-in-form.module.css';
import { signInMessages } from '../sign-in-messages';
import { StepTitle } from './step-title';

const messages = signInMessages.code;

/** The lengths of codes that the auth service can be configured for. */
const codeLength = { minLength: 6, maxLength: 10 };

/** The time after which a message can be sent again, in seconds. The server may require more. */
const resendDelay = 60;

/**
 * Asks for the code of a mail that was sent, verifies it and then opens the next page: that of the sign-in, or the form
 * for a new password after a `recovery`. Submits a complete code without a click. The mail can be sent again. Its link
 * has the same effect as the code.
 */
export function CodeStep({ type }: { type: CodeType }) {
  const { workspace, email, options } = useSignInFlow();
  const [code, setCode] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const next = type === 'recovery' ? hrefs.setPassword() : options.next;
  const verify = useVerifyCode({ ...options, next });
  const submit = (token: string) => {
    setTooShort(token.length < codeLength.minLength);
    if (verify.isPending || token.length < codeLength.minLength) return;
    verify.mutate({ email, token, type });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(code);
  };
  return (
    <form onSubmit={onSubmit} className={styles.fields} aria-label={messages.title} noValidate>
      <MailCheck size={28} strokeWidth={1.5} aria-hidden className={styles.sentIcon} />
      <StepTitle title={messages.title}>{messages.sent[type](<b dir="auto">{email}</b>)}</StepTitle>
      {verify.error && <AuthError error={verify.error} />}
      <Field label={messages.label} help={messages.help} error={isTooShort && messages.tooShort}>
        <CodeInput
          {...codeLength}
          autoFocus
          value={code}
          onValueChange={(value) => {
            setCode(value);
            setTooShort(false);
          }}
          onComplete={submit}
        />
      </Field>
      <ThrottledButton
        type="submit"
        variant="primary"
        size="lg"
        pending={verify.isPending}
        error={verify.error}
      >
        {messages.submit}
      </ThrottledButton>
      <ResendButton type={type} />
      {workspace.mailboxUrl && (
        <p className={styles.note}>
          {messages.mailboxHint}{' '}
          <a href={workspace.mailboxUrl} target="_blank" rel="noreferrer" className={styles.link}>
            {messages.mailbox}
          </a>
        </p>
      )}
    </form>
  );
}

/** Sends the mail again, after a delay that the server can extend. */
function ResendButton({ type }: { type: CodeType }) {
  const { email, goTo, previousUser, next, options } = useSignInFlow();
  const [remaining, startCountdown] = useCountdown(resendDelay);
  const sendCode = useSendCode(options);
  const resend = () =>
    sendCode.mutate(
      { type, email, ...(type === 'email' && { next }) },
      {
        onSuccess: () => startCountdown(resendDelay),
        onError: (error) => startCountdown(getRetryAfter(error)),
      },
    );
  return (
    <>
      {sendCode.error && <AuthError error={sendCode.error} />}
      <div className={styles.alternatives}>
        <button
          type="button"
          className={styles.link}
          disabled={remaining > 0 || sendCode.isPending}
          onClick={resend}
        >
          {remaining > 0 ? messages.resendIn(remaining) : messages.resend}
        </button>
        {!previousUser && (
          <button type="button" className={styles.link} onClick={() => goTo('start')}>
            {messages.otherEmail}
          </button>
        )}
      </div>
      <p role="status" className={styles.note}>
        {sendCode.isSuccess && messages.resent}
      </p>
    </>
  );
}
