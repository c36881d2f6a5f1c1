interface SignOutGuard {
  /** Whether to sign out: asks the user where something would be lost. */
  confirm: () => Promise<boolean>;
  /** Deletes what this browser stores of the user, after the sign-out. */
  clearUserData: () => Promise<void>;
}

let guard: SignOutGuard | undefined;

/** Adds what to do before and after a sign-out. Returns a function that removes it. */
export function setSignOutGuard(next: SignOutGuard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

/** Whether there is nothing to lose, or the person said that they want to go all the same. */
export async function confirmSignOut(): Promise<boolean> {
  return (await guard?.confirm()) ?? true;
}

/** Call after the sign-out. */
export async function clearUserData(): Promise<void> {
  await guard?.clearUserData();
}
