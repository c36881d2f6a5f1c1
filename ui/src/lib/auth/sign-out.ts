import { forgetFirstRequests } from '@/lib/requests/forget-first-requests';

interface SignOutGuard {
  /** Returns whether to sign out. Asks the user if unsent changes would be lost. */
  confirm: () => Promise<boolean>;
  /** Deletes the user's data in this browser, after the sign-out. */
  clearUserData: () => Promise<void>;
}

let guard: SignOutGuard | undefined;

/** Sets the functions that run before and after a sign-out. Returns the function that removes them. */
export function setSignOutGuard(next: SignOutGuard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

/** Returns whether to sign out. Asks the user if unsent changes would be lost. */
export async function confirmSignOut(): Promise<boolean> {
  return (await guard?.confirm()) ?? true;
}

const cleaners = new Set<() => Promise<void>>();

/** Adds a function that deletes some of the user's data in this browser after the sign-out. Returns the function that removes it. */
export function addUserDataCleaner(clean: () => Promise<void>): () => void {
  cleaners.add(clean);
  return () => {
    cleaners.delete(clean);
  };
}

/** Deletes the user's data in this browser. Call it after the sign-out. */
export async function clearUserData(): Promise<void> {
  forgetFirstRequests();
  await Promise.all([guard?.clearUserData(), ...[...cleaners].map((clean) => clean())]);
}
