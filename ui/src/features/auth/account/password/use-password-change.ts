import { useState } from 'react';
import { toApiError } from '@/lib/api';
import { useWorkspace } from '@/lib/auth/session';
import { useReauthenticate, useUpdateUser } from '../../api/account-mutations';
import { useNewPasswordCheck } from '../../password/new-password-field';
import { accountMessages } from '../account-messages';

const messages = accountMessages.password;

/** The codes with which the backend asks for a code from the user's email. */
const nonceCodes = ['reauthentication_needed', 'reauth_nonce_missing'];

/**
 * Returns the state of the form for a new password, and the function that saves it. A field is undefined until the
 * backend requires its value. Source of the codes: supabase/auth, internal/api/user.go (UserUpdate).
 */
export function usePasswordChange(onSaved: () => void) {
  const { signIn } = useWorkspace();
  const [password, setPassword] = useState('');
  const [current, setCurrent] = useState<string>();
  const [isCurrentMissing, setCurrentMissing] = useState(false);
  const [nonce, setNonce] = useState<string>();
  const [isNonceMissing, setNonceMissing] = useState(false);
  const update = useUpdateUser();
  const reauthenticate = useReauthenticate();
  const passwordCheck = useNewPasswordCheck(signIn);
  const requireValue = (code: string) => {
    if (nonceCodes.includes(code)) {
      setNonce('');
      reauthenticate.mutate();
    } else if (code === 'current_password_required') {
      setCurrent('');
    } else return;
    update.reset();
  };
  const save = (code: string | undefined) => {
    if (update.isPending || !passwordCheck.check(password)) return;
    setCurrentMissing(current === '');
    setNonceMissing(code === '');
    if (current === '' || code === '') return;
    update.mutate(
      { password, ...(current && { currentPassword: current }), ...(code && { nonce: code }) },
      { onSuccess: onSaved, onError: (error) => requireValue(toApiError(error).code) },
    );
  };
  // An error is about the values that were sent.
  const clearErrors = () => {
    if (update.isError) update.reset();
    if (reauthenticate.isError) reauthenticate.reset();
  };
  const isCurrentWrong = update.isError && toApiError(update.error).code === 'current_password_invalid';
  return {
    ...{ password, current, nonce, isNonceMissing, passwordCheck, update, reauthenticate, save },
    error: isCurrentWrong ? null : (update.error ?? reauthenticate.error),
    currentProblem:
      (isCurrentMissing && messages.currentMissing) || (isCurrentWrong && messages.currentWrong),
    setPassword: (text: string) => {
      setPassword(text);
      clearErrors();
    },
    setCurrent: (text: string) => {
      setCurrent(text);
      setCurrentMissing(false);
      clearErrors();
    },
    setNonce: (text: string) => {
      setNonce(text);
      setNonceMissing(false);
      clearErrors();
    },
  };
}
