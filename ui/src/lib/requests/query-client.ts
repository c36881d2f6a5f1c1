import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '@/lib/api';

/**
 * Creates the query cache. Retries a read twice after a transient error, never a
 * write. Sends requests also when the browser is offline: they fail immediately with an
 * error text, while a paused query would show nothing.
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
