import type { FormEvent, ReactNode } from 'react';
import type { ButtonProps } from '@/components/controls/button';
import { Field } from '@/components/fields/field';
import { useUser } from '@/lib/auth/session';
import type { useReauthenticate } from '../../api/account-mutations';
import { CodeInput } from '../../code-input';
import { AuthError } from '../../form/auth-error';
import { ThrottledButton } from '../../form/throttled-button';
import { NewPasswordField } from '../../password/new-password-field';
import { PasswordInput } from '../../password/password-input';
import { accountMessages } from '../account-messages';
import styles from '../account-page.module.css';
import { usePasswordChange } from './use-password-change';

const messages = accountMessages.password;

export interface PasswordFormProps {
  onSaved: () => void;
  size?: ButtonProps['size'];
  /** Buttons after the submit button. */
  children?: ReactNode;
}

/** Sets the password. Asks for the current password, or for a code that it sends to the user's email, if the backend requires it. */
export function PasswordForm({ onSaved, size = 'md', children }: PasswordFormProps) {
  const user = useUser();
  const change = usePasswordChange(onSaved);
  const { password, current, nonce, update, reauthenticate } = change;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.save(nonce);
  };
  return (
    <form onSubmit={submit} aria-label={messages.change} noValidate>
      {change.error && <AuthError error={change.error} />}
      {/* Password managers store the password with the username of the same form. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      {current !== undefined && (
        <CurrentPasswordField
          value={current}
          error={change.currentProblem}
          onValueChange={change.setCurrent}
        />
      )}
      <NewPasswordField
        label={messages.new}
        check={change.passwordCheck}
        value={password}
        onValueChange={change.setPassword}
        autoFocus
      />
      {nonce !== undefined && (
        <NonceField
          value={nonce}
          isMissing={change.isNonceMissing}
          reauthenticate={reauthenticate}
          onValueChange={change.setNonce}
          onComplete={change.save}
        />
      )}
      <div className={styles.buttons}>
        <ThrottledButton
          type="submit"
          variant="primary"
          size={size}
          pending={update.isPending}
          error={update.error}
        >
          {messages.submit}
        </ThrottledButton>
        {children}
      </div>
    </form>
  );
}

interface CurrentPasswordFieldProps {
  value: string;
  error: string | false;
  onValueChange: (password: string) => void;
}

/** Asks for the password that the form replaces. */
function CurrentPasswordField({ value, error, onValueChange }: CurrentPasswordFieldProps) {
  return (
    <Field label={messages.current} help={messages.currentHelp} error={error}>
      <PasswordInput
        name="current-password"
        autoComplete="current-password"
        required
        autoFocus
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </Field>
  );
}

interface NonceFieldProps {
  value: string;
  isMissing: boolean;
  reauthenticate: ReturnType<typeof useReauthenticate>;
  onValueChange: (value: string) => void;
  onComplete: (code: string) => void;
}

/** The field for the code that was sent to the user's e-mail. */
function NonceField({ value, isMissing, reauthenticate, onValueChange, onComplete }: NonceFieldProps) {
  return (
    <Field
      label={messages.nonce}
      help={messages.nonceHelp}
      error={isMissing && messages.nonceMissing}
      aside={
        <ThrottledButton
          size="sm"
          variant="ghost"
          pending={reauthenticate.isPending}
          error={reauthenticate.error}
          onClick={() => reauthenticate.mutate()}
        >
          {messages.nonceResend}
        </ThrottledButton>
      }
    >
      <CodeInput
        minLength={6}
        maxLength={10}
        required
        autoFocus
        value={value}
        onValueChange={onValueChange}
        onComplete={onComplete}
      />
    </Field>
  );
}
