import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { onSignedOut } from '@/lib/api';
import { sessionKeys } from '@/lib/auth/session';
import { onConnectionChange, watchConnection } from '@/lib/requests/connection';
import { retryFailedQueries } from '@/lib/requests/retry-failed-queries';

/** Provides the query cache to the whole app. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <QueryRefresher />
      {children}
    </QueryClientProvider>
  );
}

/** Refetches outdated queries: the workspace after a sign-out, failed queries, and all queries after an interruption of the connection. */
function QueryRefresher() {
  const client = useQueryClient();
  useEffect(() => watchConnection(), []);
  useEffect(() => retryFailedQueries(client), [client]);
  useEffect(
    () => onSignedOut(() => void client.invalidateQueries({ queryKey: sessionKeys.workspace })),
    [client],
  );
  useEffect(
    () => onConnectionChange(({ state }) => void (state === 'online' && client.invalidateQueries())),
    [client],
  );
  return null;
}
