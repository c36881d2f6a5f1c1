import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, path } from '@/lib/api';
import type { UpdateUserRequest, UpdateUserResponse } from '@/lib/api.gen';
import { sessionKeys } from '@/lib/auth/session';
import { announceSession } from '@/lib/auth/session-channel';
import { authKeys } from './account-queries';

/** Returns the mutation that changes the signed-in user (PATCH /api/auth/user). Omitted fields stay as they are. */
export function useUpdateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (changes: UpdateUserRequest) =>
      (await api.patch<UpdateUserResponse>('/api/auth/user', { body: changes })).data,
    onSuccess: async () => {
      announceSession({ kind: 'changed' });
      await Promise.all([
        client.invalidateQueries({ queryKey: sessionKeys.workspace }),
        client.invalidateQueries({ queryKey: authKeys.account }),
      ]);
    },
  });
}

/** Returns the mutation that mails a code to confirm a sensitive change (POST /api/auth/reauthenticate). */
export function useReauthenticate() {
  return useMutation({ mutationFn: async () => void (await api.post('/api/auth/reauthenticate')) });
}

/** Returns the mutation that removes a sign-in method (DELETE /api/auth/identities/:id). */
export function useUnlinkIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => void (await api.delete(path`/api/auth/identities/${id}`)),
    onSuccess: () => client.invalidateQueries({ queryKey: authKeys.account }),
  });
}
