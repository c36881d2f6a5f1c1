const storageKey = 'tableside.second-factor-skipped';

/** Whether the user chose 'Not now' when the app asked for the second factor of this session. */
export function hasSkippedSecondFactor(userId: string): boolean {
  try {
    return localStorage.getItem(storageKey) === userId;
  } catch {
    return false;
  }
}

/** Stores that the user doesn't want to be asked for the second factor until the next sign-in. */
export function skipSecondFactor(userId: string): void {
  try {
    localStorage.setItem(storageKey, userId);
  } catch {
    // Without storage, the next page asks again.
  }
}

/** Asks again after the next sign-in. */
export function forgetSkippedSecondFactor(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing is stored.
  }
}
