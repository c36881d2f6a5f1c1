import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '@/lib/api.gen';
import { unlockApp } from '@/lib/idle-lock';
import { sessionKeys } from '@/lib/session';
import { onSessionEvent } from '@/lib/session-channel';

/** Follows what other tabs do with the session: this page shows the new user, or signs out too. */
export function useSessionEvents(pageUser: User | null): void {
  const client = useQueryClient();
  const userId = pageUser?.id;
  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event.kind === 'signed-out' && event.userId === userId) window.location.assign('/');
        if (event.kind !== 'changed') return;
        unlockApp();
        // The level of the session can have changed, and with it the tables.
        void client.invalidateQueries({ queryKey: sessionKeys.workspace });
        void client.invalidateQueries({ queryKey: sessionKeys.schema });
      }),
    [client, userId],
  );
}
