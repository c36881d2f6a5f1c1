import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { SignInRequest, SignInResponse, User } from '@/lib/api.gen';
import { clearUserData, confirmSignOut } from '@/lib/sign-out';

/** POST /api/auth/sign-in or /sign-up. `previous` is who was signed in before the session lapsed. */
export function useSignIn(kind: 'sign-in' | 'sign-up', previous?: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (request: SignInRequest) =>
      (await api.post<SignInResponse>(`/api/auth/${kind}`, { body: request })).data,
    onSuccess: ({ user }) => {
      if (!user) return;
      // What one person was shown is not for the next one to see.
      if (previous && previous.id !== user.id) return window.location.reload();
      // The pages appear once the workspace contains the user and the backend's fingerprint.
      return client.invalidateQueries();
    },
  });
}

/**
 * POST /api/auth/sign-out, then a fresh page: nothing that this person saw stays
 * in memory. Whoever has edits that are not saved is asked first.
 */
export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      const leaves = await confirmSignOut();
      if (!leaves) return false;
      await api.post('/api/auth/sign-out');
      await clearUserData();
      return true;
    },
    onSuccess: (left) => {
      if (left) window.location.assign('/');
    },
  });
}
