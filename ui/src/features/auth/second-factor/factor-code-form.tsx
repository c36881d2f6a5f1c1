import { type FormEvent, type ReactNode, useState } from 'react';
import { Field } from '@/components/fields/field';
import { toApiError } from '@/lib/api';
import { CodeInput } from '../code-input';
import { AuthError } from '../form/auth-error';
import { ThrottledButton } from '../form/throttled-button';
import styles from './second-factor.module.css';
import { secondFactorMessages } from './second-factor-messages';

const messages = secondFactorMessages.prompt;

/** Authenticator apps show 6 digits (RFC 6238 with the defaults of the auth service). */
const codeLength = 6;

export interface FactorCodeFormProps {
  label: string;
  help?: string;
  submitLabel: string;
  pending: boolean;
  error: unknown;
  onSubmit: (code: string) => void;
  /** Buttons after the submit button. */
  children?: ReactNode;
  danger?: boolean;
}

/** Asks for the current code of an authenticator app, and sends it as soon as it is complete. */
export function FactorCodeForm(props: FactorCodeFormProps) {
  const { label, help, submitLabel, pending, error, onSubmit, children, danger = false } = props;
  const [code, setCode] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  // An error is about the last code that was sent.
  const [isEdited, setEdited] = useState(false);
  const hasError = error !== null && error !== undefined && !isEdited;
  const isWrong = hasError && toApiError(error).code === 'mfa_verification_failed';
  const submit = (next: string) => {
    setTooShort(next.length < codeLength);
    setEdited(next.length < codeLength);
    if (pending || next.length < codeLength) return;
    onSubmit(next);
    // A code works once: clears the field for the next code.
    setCode('');
  };
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    submit(code);
  };
  return (
    <form onSubmit={submitForm} className={styles.form} aria-label={submitLabel} noValidate>
      {hasError && !isWrong && <AuthError error={error} />}
      <Field
        label={label}
        help={help}
        error={(isTooShort && messages.tooShort) || (isWrong && messages.wrongCode)}
      >
        <CodeInput
          minLength={codeLength}
          maxLength={codeLength}
          autoFocus
          value={code}
          onValueChange={(value) => {
            setCode(value);
            setTooShort(false);
            setEdited(true);
          }}
          onComplete={submit}
        />
      </Field>
      <div className={styles.buttons}>
        <ThrottledButton
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          size="lg"
          pending={pending}
          error={error}
        >
          {submitLabel}
        </ThrottledButton>
        {children}
      </div>
    </form>
  );
}
