import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { domMax, LazyMotion, MotionConfig } from 'framer-motion';
import { Tooltip } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { onSignedOut } from '@/lib/api';
import { duration, easing } from '@/lib/browser/motion';
import { onConnectionChange, watchConnection } from '@/lib/connection';
import { createQueryClient } from '@/lib/query-client';
import { retryFailedQueries } from '@/lib/retry-failed-queries';
import { sessionKeys } from '@/lib/session';

/** What the whole app stands in: the cache, motion, tooltips. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <MotionConfig reducedMotion="user" transition={{ duration: duration.base, ease: easing.out }}>
        {/* Not fetched later: esbuild puts all of it into the first chunk whatever is imported how. */}
        <LazyMotion features={domMax} strict>
          <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
            <QueryRefresher />
            {children}
          </Tooltip.Provider>
        </LazyMotion>
      </MotionConfig>
    </QueryClientProvider>
  );
}

/** Refetches what may have changed: the session when it ended, failed queries, everything after a gap in the connection. */
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
