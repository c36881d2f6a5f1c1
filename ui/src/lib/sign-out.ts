interface Guard {
  /** Whether to sign out: asks the user where something would be lost. */
  confirm: () => Promise<boolean>;
  /** Deletes what this browser stores of the user, after the sign-out. */
  forget: () => Promise<void>;
}

let guard: Guard | undefined;

/** Adds what to do before and after a sign-out. Returns a function that removes it. */
export function guardSignOut(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

/** Whether there is nothing to lose, or the person said that they want to go all the same. */
export async function maySignOut(): Promise<boolean> {
  return (await guard?.confirm()) ?? true;
}

/** Call after the sign-out. */
export async function forgetUser(): Promise<void> {
  await guard?.forget();
}
