import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, path } from '@/lib/api';
import type { SignInResponse } from '@/lib/api.gen';
import { sessionKeys } from '@/lib/auth/session';
import { useCompleteSignIn } from './complete-sign-in';

/** Returns the mutation that makes another signed-in account the current one (POST /api/auth/switch). The page loads again, so that no data of the previous account stays in memory. */
export function useSwitchAccount() {
  const client = useQueryClient();
  const complete = useCompleteSignIn();
  return useMutation({
    mutationFn: async (userId: string) =>
      (await api.post<SignInResponse>('/api/auth/switch', { body: { userId } })).data,
    onSuccess: (response) => complete(response, { reload: true, next: '/' }),
    // The session of that account has ended.
    onError: () => client.invalidateQueries({ queryKey: sessionKeys.parkedAccounts }),
  });
}

/** Returns the mutation that signs out one of the other accounts (DELETE /api/auth/accounts/:userId). */
export function useRemoveAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string) => void (await api.delete(path`/api/auth/accounts/${userId}`)),
    onSettled: () => client.invalidateQueries({ queryKey: sessionKeys.parkedAccounts }),
  });
}
