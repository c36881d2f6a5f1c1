import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { Account, Factor } from '@/lib/api.gen';

export const authKeys = {
  account: ['auth', 'account'] as const,
  factors: ['auth', 'factors'] as const,
  accounts: ['auth', 'accounts'] as const,
};

/** GET /api/auth/account: what the auth service stores of the signed-in user. */
export function accountQuery() {
  return queryOptions({
    queryKey: authKeys.account,
    queryFn: async ({ signal }) => (await api.get<Account>('/api/auth/account', { signal })).data,
  });
}

/** GET /api/auth/factors: the second factors of the signed-in user. */
export function factorsQuery() {
  return queryOptions({
    queryKey: authKeys.factors,
    queryFn: async ({ signal }) => (await api.get<Factor[]>('/api/auth/factors', { signal })).data,
  });
}
