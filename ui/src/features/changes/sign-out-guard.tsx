import { useCallback, useEffect, useState } from 'react';
import { drafts } from '@/data/writes/drafts';
import { LazyDialog, lazyComponent } from '@/lib/browser/lazy-loading';
import { useUser } from '@/lib/session';
import { setSignOutGuard } from '@/lib/sign-out';
import { useChangeSession } from '@/table/change-session-context';
import type { SignOutDialogProps } from './sign-out-dialog';

const SignOutDialog = lazyComponent<SignOutDialogProps>(
  async () => (await import('./sign-out-dialog')).SignOutDialog,
);

/** Asks before a user with unsaved edits signs out. */
export function SignOutGuard() {
  const user = useUser();
  const { isAsking, decide } = useSignOutQuestion(user.id);
  return (
    <LazyDialog open={isAsking}>
      <SignOutDialog open={isAsking} onDecide={decide} />
    </LazyDialog>
  );
}

interface SignOutQuestion {
  /** Whether a sign-out waits for the user's decision. */
  isAsking: boolean;
  decide: (leaves: boolean) => void;
}

/** Registers the sign-out guard: it asks if edits are unsaved, and removes the user's data from the browser. */
function useSignOutQuestion(userId: string): SignOutQuestion {
  const { outbox, persistence } = useChangeSession();
  const [resolve, setResolve] = useState<((leaves: boolean) => void) | null>(null);
  useEffect(
    () =>
      setSignOutGuard({
        confirm: async () => {
          if (outbox.snapshot().entries.length === 0) return true;
          return new Promise<boolean>((resolveDecision) => setResolve(() => resolveDecision));
        },
        clearUserData: async () => {
          drafts.removeUser(userId);
          await persistence.forget();
        },
      }),
    [outbox, persistence, userId],
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
