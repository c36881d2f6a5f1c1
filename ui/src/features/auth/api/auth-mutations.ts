import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { SignInRequest, SignInResponse, User } from '@/lib/api.gen';
import { clearUserData, confirmSignOut } from '@/lib/sign-out';

/**
 * Returns the mutation that signs in (POST /api/auth/sign-in) or creates an
 * account (POST /api/auth/sign-up). The response contains no user if the e-mail
 * address must be confirmed first. `previousUser` is the user whose session
 * expired on this page; the page reloads if a different user signs in.
 */
export function useSignIn(kind: 'sign-in' | 'sign-up', previousUser?: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (request: SignInRequest) =>
      (await api.post<SignInResponse>(`/api/auth/${kind}`, { body: request })).data,
    onSuccess: ({ user }) => {
      if (!user) return;
      // Removes the previous user's data from memory.
      if (previousUser && previousUser.id !== user.id) return window.location.reload();
      // The pages appear once the workspace contains the user and the backend's fingerprint.
      return client.invalidateQueries();
    },
  });
}

/**
 * Returns the mutation that signs out (POST /api/auth/sign-out), deletes the
 * user's data in this browser and loads the start page, so that no data stays in
 * memory. Asks first if edits are not saved; its data is false if the user cancels.
 */
export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      const isConfirmed = await confirmSignOut();
      if (!isConfirmed) return false;
      await api.post('/api/auth/sign-out');
      await clearUserData();
      return true;
    },
    onSuccess: (isSignedOut) => {
      if (isSignedOut) window.location.assign('/');
    },
  });
}
