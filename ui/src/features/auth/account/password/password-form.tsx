import { type FormEvent, type ReactNode, useState } from 'react';
import type { ButtonProps } from '@/components/controls/button';
import { Field } from '@/components/fields/field';
import { toApiError } from '@/lib/api';
import { useUser, useWorkspace } from '@/lib/auth/session';
import { useReauthenticate, useUpdateUser } from '../../api/account-mutations';
import { CodeInput } from '../../code-input';
import { AuthError } from '../../form/auth-error';
import { ThrottledButton } from '../../form/throttled-button';
import { NewPasswordField, useNewPasswordCheck } from '../../password/new-password-field';
import { accountMessages } from '../account-messages';
import styles from '../account-page.module.css';

const messages = accountMessages.password;

/** The codes with which the backend asks for a code from the user's email. */
const nonceCodes = ['reauthentication_needed', 'reauth_nonce_missing'];

export interface PasswordFormProps {
  onSaved: () => void;
  size?: ButtonProps['size'];
  /** Buttons after the submit button. */
  children?: ReactNode;
}

/** Sets the password. If the backend requires a new proof of identity, sends a code to the user's email and asks for it. */
export function PasswordForm({ onSaved, size = 'md', children }: PasswordFormProps) {
  const user = useUser();
  const { password, nonce, isNonceMissing, passwordCheck, update, reauthenticate, ...form } =
    usePasswordChange(onSaved);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save(nonce);
  };
  const error = update.error ?? reauthenticate.error;
  return (
    <form onSubmit={submit} aria-label={messages.change} noValidate>
      {error && <AuthError error={error} />}
      {/* Password managers store the password with the username of the same form. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <NewPasswordField
        label={messages.new}
        check={passwordCheck}
        value={password}
        onValueChange={(value) => {
          form.setPassword(value);
          form.clearErrors();
        }}
        autoFocus
      />
      {nonce !== undefined && (
        <NonceField
          value={nonce}
          isMissing={isNonceMissing}
          reauthenticate={reauthenticate}
          onValueChange={(value) => {
            form.setNonce(value);
            form.clearErrors();
          }}
          onComplete={form.save}
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

/** Returns the state of the form and the function that saves the password, with the code if the backend requires one. */
function usePasswordChange(onSaved: () => void) {
  const { signIn } = useWorkspace();
  const [password, setPassword] = useState('');
  const [nonce, setNonce] = useState<string>();
  const update = useUpdateUser();
  const reauthenticate = useReauthenticate();
  const passwordCheck = useNewPasswordCheck(signIn);
  const [isNonceMissing, setNonceMissing] = useState(false);
  const save = (code: string | undefined) => {
    if (update.isPending || !passwordCheck.check(password)) return;
    setNonceMissing(code === '');
    if (code === '') return;
    update.mutate(code ? { password, nonce: code } : { password }, {
      onSuccess: onSaved,
      onError: (error) => {
        if (!nonceCodes.includes(toApiError(error).code)) return;
        update.reset();
        setNonce('');
        reauthenticate.mutate();
      },
    });
  };
  // An error is about the values that were sent.
  const clearErrors = () => {
    if (update.isError) update.reset();
    if (reauthenticate.isError) reauthenticate.reset();
  };
  return {
    ...{
      password,
      setPassword,
      nonce,
      isNonceMissing,
      passwordCheck,
      update,
      reauthenticate,
      save,
      clearErrors,
    },
    setNonce: (code: string) => {
      setNonce(code);
      setNonceMissing(false);
    },
  };
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
