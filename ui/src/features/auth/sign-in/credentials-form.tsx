import type { FormEvent, RefObject } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { authMessages } from '../auth-messages';
import { PasswordInput } from './password-input';
import styles from './sign-in-form.module.css';

const messages = authMessages.signIn;

export interface CredentialsFormProps {
  kind: 'sign-in' | 'sign-up';
  email: string;
  password: string;
  passwordInput: RefObject<HTMLInputElement | null>;
  error: Error | null;
  pending: boolean;
  /** Whether the password has the initial focus instead of the e-mail address, which is then filled in. */
  focusPassword: boolean;
  onEmailChange: (email: string) => void;
  onPasswordChange: (password: string) => void;
  onSubmit: () => void;
}

/** Asks for e-mail address and password, in fields that password managers recognize. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { kind, email, password, error, pending, focusPassword } = props;
  const submitLabel = kind === 'sign-up' ? messages.signUp : messages.signIn;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) props.onSubmit();
  };
  return (
    <form onSubmit={submit} className={styles.fields} aria-label={submitLabel}>
      {error && <ErrorNotice error={error} />}
      <Field label={messages.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={!focusPassword}
          value={email}
          onChange={(event) => props.onEmailChange(event.target.value)}
        />
      </Field>
      <Field label={messages.password}>
        <PasswordInput
          ref={props.passwordInput}
          name="password"
          autoComplete={kind === 'sign-up' ? 'new-password' : 'current-password'}
          required
          autoFocus={focusPassword}
          value={password}
          onChange={(event) => props.onPasswordChange(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={pending} className={styles.submit}>
        {submitLabel}
      </Button>
    </form>
  );
}
