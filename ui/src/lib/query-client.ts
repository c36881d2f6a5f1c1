import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '@/lib/api';

/**
 * The cache of what the backend said. A read that failed for a passing reason is
 * tried twice more; writes never are. Requests are made also when the browser
 * says that it is offline: they fail at once with a sentence, instead of
 * waiting without one.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
