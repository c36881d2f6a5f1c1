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

/** The codes with which the backend asks for a code from the user's e-mail. */
const nonceCodes = ['reauthentication_needed', 'reauth_nonce_missing'];

export interface PasswordFormProps {
  onSaved: () => void;
  size?: ButtonProps['size'];
  /** Buttons after the one that submits. */
  children?: ReactNode;
}

/** Sets the password. If the backend wants to be sure who does that, sends a code to the user's e-mail and asks for it. */
export function PasswordForm({ onSaved, size = 'md', children }: PasswordFormProps) {
  const { signIn } = useWorkspace();
  const user = useUser();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(nonce);
  };
  // An error is about the values that were sent.
  const clearErrors = () => {
    if (update.isError) update.reset();
    if (reauthenticate.isError) reauthenticate.reset();
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
          setPassword(value);
          clearErrors();
        }}
        autoFocus
      />
      {nonce !== undefined && (
        <Field
          label={messages.nonce}
          help={messages.nonceHelp}
          error={isNonceMissing && messages.nonceMissing}
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
            value={nonce}
            onValueChange={(value) => {
              setNonce(value);
              setNonceMissing(false);
              clearErrors();
            }}
            onComplete={save}
          />
        </Field>
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
