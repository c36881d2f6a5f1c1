import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, path } from '@/lib/api';
import type { NewFactor, SignInResponse } from '@/lib/api.gen';
import { announceSession } from '@/lib/auth/session-channel';
import { authKeys } from './account-queries';

/** Returns the mutation that creates an authenticator app, which is used once a code of it is verified. */
export function useEnrolFactor() {
  return useMutation({
    mutationFn: async (name: string) =>
      (await api.post<NewFactor>('/api/auth/factors', { body: { type: 'totp', name } })).data,
  });
}

/** Returns the mutation that verifies a code. The session then has the level aal2, and all data is requested again. */
export function useVerifyFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, code }: { id: string; code: string }) =>
      (await api.post<SignInResponse>(path`/api/auth/factors/${id}/verify`, { body: { code } })).data,
    onSuccess: () => {
      announceSession({ kind: 'changed' });
      return client.invalidateQueries();
    },
  });
}

/** Returns the mutation that removes a second factor. The code is a fresh one of the user's second factor `factorId`. */
export function useRemoveFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: string; code: string; factorId: string }) => {
      await api.delete(path`/api/auth/factors/${id}`, { body });
    },
    onSuccess: async () => {
      announceSession({ kind: 'changed' });
      await Promise.all([
        client.invalidateQueries({ queryKey: authKeys.factors }),
        client.invalidateQueries({ queryKey: ['workspace'] }),
      ]);
    },
  });
}
