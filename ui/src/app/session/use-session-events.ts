import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '@/lib/api.gen';
import { unlockApp } from '@/lib/auth/idle-lock';
import { sessionKeys } from '@/lib/auth/session';
import { announceSession, onSessionEvent } from '@/lib/auth/session-channel';

/**
 * Follows what other tabs do with the browser's session: the page asks for the new user, or leaves after a sign-out.
 * @param pageUser The user that this page belongs to.
 * @param sessionUser The user of the current session; null if it has ended.
 */
export function useSessionEvents(pageUser: User | null, sessionUser: User | null): void {
  const client = useQueryClient();
  const pageUserId = pageUser?.id;
  const sessionUserId = sessionUser?.id;
  useEffect(
    () =>
      onSessionEvent((event) => {
        // The browser has one session. Also the page of a user whom another one has replaced must leave.
        if (event.kind === 'signed-out' && pageUserId !== undefined) leave();
        const isNewUser = event.kind === 'opened' && event.userId !== sessionUserId;
        if (event.kind !== 'changed' && !isNewUser) return;
        // Another tab can still open while this one is locked.
        if (event.kind === 'changed') unlockApp();
        // The level of the session can have changed, and with it the tables.
        void client.invalidateQueries({ queryKey: sessionKeys.workspace });
        void client.invalidateQueries({ queryKey: sessionKeys.schema });
      }),
    [client, pageUserId, sessionUserId],
  );
  useEffect(() => {
    if (sessionUserId !== undefined) announceSession({ kind: 'opened', userId: sessionUserId });
  }, [sessionUserId]);
  const wasReplaced = useRef(false);
  useEffect(() => {
    // The session of the other user ended without a report, e.g. it expired.
    if (sessionUser === null && wasReplaced.current) leave();
    wasReplaced.current = sessionUser !== null && sessionUser.id !== pageUserId;
  }, [sessionUser, pageUserId]);
}

/** Loads the start page as a new document, which has none of the page user's data. */
function leave(): void {
  window.location.assign('/');
}
