import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, path } from '@/lib/api';
import type { Passkey } from '@/lib/api.gen';
import { createPasskey } from './ceremony/passkey-ceremony';

const passkeysKey = ['auth', 'passkeys'] as const;

/** GET /api/auth/passkeys: the passkeys of the signed-in user, oldest first. */
export function passkeysQuery() {
  return queryOptions({
    queryKey: passkeysKey,
    queryFn: async ({ signal }) => (await api.get<Passkey[]>('/api/auth/passkeys', { signal })).data,
  });
}

/** Returns the mutation that creates a passkey in the browser and adds it to the signed-in user's account. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const body = await createPasskey();
      return (await api.post<Passkey>('/api/auth/passkeys/registration/verify', { body })).data;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysKey }),
  });
}

/** Returns the mutation that renames a passkey (PATCH /api/auth/passkeys/:id). */
export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) =>
      (await api.patch<Passkey>(path`/api/auth/passkeys/${id}`, { body: { name } })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysKey }),
  });
}

/** Returns the mutation that deletes a passkey (DELETE /api/auth/passkeys/:id). */
export function useDeletePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => void (await api.delete(path`/api/auth/passkeys/${id}`)),
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysKey }),
  });
}
