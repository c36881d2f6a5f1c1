import { useQueryClient } from '@tanstack/react-query';
import type { SignInResponse, User } from '@/lib/api.gen';
import { unlockApp } from '@/lib/auth/idle-lock';
import { announceSession } from '@/lib/auth/session-channel';
import { forgetSkippedSecondFactor } from '@/lib/auth/skipped-second-factor';

export interface SignInTarget {
  /** The user whose session expired on this page. The page reloads if a different user signs in. */
  previousUser?: User | undefined;
  /** The path to open afterwards; the current page by default. */
  next?: string | undefined;
  /** Whether the page must load again, because it belongs to another account. */
  reload?: boolean | undefined;
}

/** Returns the function that shows the pages after a sign-in. It does nothing if the response has no user. */
export function useCompleteSignIn(): (response: SignInResponse, target?: SignInTarget) => Promise<void> {
  const client = useQueryClient();
  return async ({ user }, { previousUser, next, reload = false } = {}) => {
    if (!user) return;
    unlockApp();
    forgetSkippedSecondFactor();
    announceSession({ kind: 'changed' });
    // Removes the previous user's data from memory.
    if (reload || (previousUser && previousUser.id !== user.id)) {
      if (next === undefined) return window.location.reload();
      return window.location.assign(next);
    }
    if (next !== undefined) window.history.replaceState(null, '', next);
    // The pages appear once the workspace contains the user and the backend's fingerprint.
    await client.invalidateQueries();
  };
}
