import { useMutation } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { PasskeyResponse, SignInResponse } from '@/lib/api.gen';
import type { SessionOptions } from '../api/auth-mutations';
import { useCompleteSignIn } from '../api/complete-sign-in';
import { choosePasskey } from './ceremony/passkey-ceremony';

/**
 * Returns the mutation that signs in with a passkey (POST /api/auth/passkeys/authentication/verify). Its variable is
 * the browser's response, or null to ask the user for a passkey.
 */
export function usePasskeySignIn(options: SessionOptions) {
  const complete = useCompleteSignIn();
  return useMutation({
    mutationFn: async (response: PasskeyResponse | null) => {
      const body = response ?? (await choosePasskey(options.takeProof?.() ?? {}));
      const query = options.isAdding ? { add: 1 } : {};
      const path = '/api/auth/passkeys/authentication/verify';
      return (await api.post<SignInResponse>(path, { body, query })).data;
    },
    onSuccess: (response) => complete(response, options),
  });
}
