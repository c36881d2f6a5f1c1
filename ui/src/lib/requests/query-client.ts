import { type Query, QueryClient } from '@tanstack/react-query';
import { isPermanent, isTransient } from '@/lib/api';

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
        retryOnMount: (query) => !hasJustBeenRejected(query),
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Time in milliseconds in which a page shows the error of its prefetch instead of sending the same request again. */
const rejectionAge = 5_000;

/** Whether the database rejected a query when it was prefetched, and would reject it again. */
function hasJustBeenRejected({ state }: Pick<Query, 'state'>): boolean {
  return isPermanent(state.error) && Date.now() - state.errorUpdatedAt < rejectionAge;
}
