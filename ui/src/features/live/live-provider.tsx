import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { LiveContext, LiveState } from '@/data/live/live-state';
import { getOutboxScope } from '@/data/writes/outbox/outbox-scope';
import { useHasPageSession, useSession } from '@/lib/auth/session';
import { prefetchWhenIdle } from '@/lib/browser/loading/prefetch';
import { useChangeSession } from '@/table/change-session-context';

/** Provides live updates to all pages while the user is signed in. Loads their code when the browser is idle. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [live] = useState(() => new LiveState());
  const client = useQueryClient();
  const changes = useChangeSession();
  const { user, backend, schema, workspace } = useSession();
  const scope = getOutboxScope({ backend, user, workspace });
  const getSchema = useEffectEvent(() => schema);
  // While another user views the workspace as this user, the server accepts no connection: the user must not appear as present.
  const isOwnSession = workspace.viewAs.status !== 'active';
  const isSignedIn = useHasPageSession() && isOwnSession;
  useEffect(() => {
    if (!isSignedIn) return;
    const ended = new AbortController();
    prefetchWhenIdle(async () => {
      const { startLiveSession } = await import('@/data/live/tabs/live-session');
      if (ended.signal.aborted) return;
      const end = startLiveSession({
        ...{ client, live, changes, scope },
        getSchema: () => getSchema(),
        userId: user.id,
      });
      ended.signal.addEventListener('abort', end);
    });
    return () => ended.abort();
  }, [isSignedIn, client, live, changes, user, scope]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
