/** Returns the name of the lock that a page holds as long as it is open. */
export function formatPageLockName(page: string): string {
  return `tableside:page:${page}`;
}

/** Holds a page's lock until the signal aborts. The browser releases it when the page is closed or crashes. */
export function holdPageLock(page: string, signal: AbortSignal): void {
  const untilAborted = () =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  // The option `signal` only ends the wait for the lock, with a rejection.
  void navigator.locks?.request(formatPageLockName(page), { signal }, untilAborted).catch(() => {});
}

/** Returns the names of the locks that open pages hold; undefined if the browser has no locks (not on https). */
export async function listHeldLocks(): Promise<ReadonlySet<string | undefined> | undefined> {
  if (!navigator.locks) return undefined;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name));
}

/** Calls the function, unless another page is running it under the same name. Without locks, always calls it. */
export async function runExclusively(name: string, run: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return run();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
  });
}
