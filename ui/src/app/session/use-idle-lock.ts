import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { api, path } from '@/lib/api';
import type { ParkedAccount, Workspace } from '@/lib/api.gen';
import {
  confirmSessionEnd,
  forgetLastInput,
  isAppLocked,
  isSessionEndPending,
  lockApp,
  onLockChange,
  watchIdle,
} from '@/lib/auth/idle-lock';
import { workspaceQuery } from '@/lib/auth/session';
import { announceSession, onSessionEvent } from '@/lib/auth/session-channel';
import { onConnectionChange } from '@/lib/requests/connection';

/**
 * Locks the page after the workspace's number of idle minutes: hides its contents and ends all sessions of this
 * browser. Edits stay in memory and in the outbox. Returns whether the page is locked.
 */
export function useIdleLock(workspace: Workspace | undefined): boolean {
  const client = useQueryClient();
  const isLocked = useSyncExternalStore(onLockChange, isAppLocked);
  const minutes = workspace?.signIn.lockMinutes ?? 0;
  const isSignedIn = workspace !== undefined && workspace.user !== null;
  const isSignedOut = workspace !== undefined && workspace.user === null;
  useEffect(() => {
    if (isSignedOut && !isLocked) forgetLastInput();
  }, [isSignedOut, isLocked]);
  useEffect(() => {
    if (minutes === 0 || !isSignedIn || isLocked) return;
    const lock = () => {
      lockApp();
      announceSession({ kind: 'locked' });
      void endSessions();
    };
    // A page that was locked can have been closed before the server ended the session.
    if (isSessionEndPending()) return lock();
    const stop = watchIdle(minutes, lock);
    const removeListener = onSessionEvent(({ kind }) => kind === 'locked' && lockApp());
    return () => {
      stop();
      removeListener();
    };
  }, [minutes, isSignedIn, isLocked]);
  useEffect(() => {
    if (!isLocked) return;
    const retry = () => isSessionEndPending() && void endSessions();
    // Without a network, the session ends when it returns; after an error of the server, a moment later.
    const removeListener = onConnectionChange(({ state }) => state === 'online' && retry());
    const timer = setInterval(retry, retryInterval);
    return () => {
      removeListener();
      clearInterval(timer);
    };
  }, [isLocked]);
  useEffect(() => {
    if (isLocked) client.setQueryData(workspaceQuery().queryKey, (last) => last && { ...last, user: null });
  }, [client, isLocked]);
  return isLocked;
}

/** Milliseconds between attempts to end the sessions after an error. */
const retryInterval = 15_000;

let ending: Promise<void> | undefined;

/** Ends the sessions of all accounts of this browser, once at a time: a second sign-out could end the next session. */
function endSessions(): Promise<void> {
  ending ??= requestSessionEnd().finally(() => {
    ending = undefined;
  });
  return ending;
}

/**
 * Signs out all accounts of the browser, and confirms the end of the session when all requests succeeded. Never rejects: it is
 * called again after an error.
 */
async function requestSessionEnd(): Promise<void> {
  try {
    await api.post('/api/auth/sign-out');
    const { data: parked } = await api.get<ParkedAccount[]>('/api/auth/accounts');
    await Promise.all(parked.map(({ userId }) => api.delete(path`/api/auth/accounts/${userId}`)));
    confirmSessionEnd();
  } catch {
    // Tried again after a moment, when the connection returns, or when the app is opened again.
  }
}
