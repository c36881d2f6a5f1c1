import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { SignInResponse, ViewAsUsers } from '@/lib/api.gen';
import { announceSession } from '@/lib/auth/session-channel';
import { useCompleteSignIn } from '../api/complete-sign-in';

/** GET /api/auth/view-as/users: the accounts whose address or name contains the text. Only users who can view as others can call it. */
export function viewAsUsersQuery(filter: string) {
  return infiniteQueryOptions({
    queryKey: ['view-as-users', filter] as const,
    queryFn: async ({ pageParam, signal }) =>
      (
        await api.get<ViewAsUsers>('/api/auth/view-as/users', {
          query: [
            ['filter', filter],
            ['page', String(pageParam)],
          ],
          signal,
        })
      ).data,
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, _, page) => (hasMore ? page + 1 : undefined),
  });
}

/** Returns the mutation that starts the mode with a user (POST /api/auth/view-as). The page loads again as that user. */
export function useStartViewAs() {
  const complete = useCompleteSignIn();
  return useMutation({
    mutationFn: async (userId: string) =>
      (await api.post<SignInResponse>('/api/auth/view-as', { body: { userId } })).data,
    onSuccess: (response) => complete(response, { reload: true, next: '/' }),
  });
}

/** Returns the mutation that ends the mode (DELETE /api/auth/view-as). The page loads again as the viewer, or shows the sign-in form if their session has ended. */
export function useEndViewAs() {
  return useMutation({
    mutationFn: async () => void (await api.delete('/api/auth/view-as')),
    onSuccess: () => {
      announceSession({ kind: 'changed' });
      window.location.assign('/');
    },
  });
}
