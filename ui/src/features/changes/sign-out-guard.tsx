import { useCallback, useEffect, useState } from 'react';
import { drafts } from '@/data/writes/drafts';
import { useStorageId, useUser } from '@/lib/auth/session';
import { setSignOutGuard } from '@/lib/auth/sign-out';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { useChangeSession } from '@/table/change-session-context';
import type { SignOutDialogProps } from './sign-out-dialog';

const SignOutDialog = lazyComponent<SignOutDialogProps>(
  async () => (await import('./sign-out-dialog')).SignOutDialog,
);

const GuestSignOutDialog = lazyComponent<SignOutDialogProps>(
  async () => (await import('./guest-sign-out-dialog')).GuestSignOutDialog,
);

/** Asks before a guest, or a user with unsaved edits, signs out. */
export function SignOutGuard() {
  const user = useUser();
  const { isAsking, decide } = useSignOutQuestion(user.isAnonymous);
  return (
    <LazyDialog open={isAsking}>
      {user.isAnonymous ? (
        <GuestSignOutDialog open={isAsking} onDecide={decide} />
      ) : (
        <SignOutDialog open={isAsking} onDecide={decide} />
      )}
    </LazyDialog>
  );
}

interface SignOutQuestion {
  /** Whether a sign-out waits for the user's decision. */
  isAsking: boolean;
  decide: (leaves: boolean) => void;
}

/** Registers the sign-out guard: it asks guests and users with unsaved edits, and removes the user's data from the browser. */
function useSignOutQuestion(isAnonymous: boolean): SignOutQuestion {
  const storageId = useStorageId();
  const { outbox, persistence } = useChangeSession();
  const [resolve, setResolve] = useState<((leaves: boolean) => void) | null>(null);
  useEffect(
    () =>
      setSignOutGuard({
        confirm: async () => {
          if (!isAnonymous && outbox.snapshot().entries.length === 0) return true;
          return new Promise<boolean>((resolveDecision) => setResolve(() => resolveDecision));
        },
        clearUserData: async () => {
          drafts.removeUser(storageId);
          await persistence.deleteStored();
        },
      }),
    [outbox, persistence, storageId, isAnonymous],
  );
  const decide = useCallback(
    (leaves: boolean) => {
      resolve?.(leaves);
      setResolve(null);
    },
    [resolve],
  );
  return { isAsking: resolve !== null, decide };
}
