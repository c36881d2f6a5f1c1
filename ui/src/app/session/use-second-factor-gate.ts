import { useState } from 'react';
import type { User, Workspace } from '@/lib/api.gen';
import { hasSkippedSecondFactor, skipSecondFactor } from '@/lib/auth/skipped-second-factor';

export interface SecondFactorGate {
  /** Properties of the page that asks for the second factor in place of any page; null if it isn't needed. */
  page: { mustEnrol: boolean; onSkip: (() => void) | undefined } | null;
  /** Whether the user must add a second factor first. */
  mustEnrol: boolean;
  /** Whether a dialog above the open page asks for it, because the user signed in again. */
  isDialogOpen: boolean;
}

/** Decides whether the user must enter a second factor: if the account has one, or the workspace requires one. */
export function useSecondFactorGate({ signIn }: Workspace, user: User | null): SecondFactorGate {
  const [skippedBy, setSkippedBy] = useState('');
  const [isPageOpen, setPageOpen] = useState(false);
  const canReach = user?.nextAal === 'aal2';
  const hasSkipped = user !== null && (skippedBy === user.id || hasSkippedSecondFactor(user.id));
  const isNeeded = user !== null && user.aal === 'aal1' && (signIn.requireMfa || (canReach && !hasSkipped));
  const isDone = user !== null && !isNeeded;
  // From then on, a page is open whose state must not be lost. Not in an effect, which would render the page twice.
  if (isDone && !isPageOpen) setPageOpen(true);
  const skip = () => {
    if (!user) return;
    skipSecondFactor(user.id);
    setSkippedBy(user.id);
  };
  const mustEnrol = user !== null && !canReach;
  return {
    page: isNeeded && !isPageOpen ? { mustEnrol, onSkip: signIn.requireMfa ? undefined : skip } : null,
    mustEnrol,
    isDialogOpen: isNeeded && isPageOpen,
  };
}
