interface HeldLock {
  name: string;
  /** The page that holds it, so that a test can end it. */
  page: string;
}

/**
 * The browser's locks, of which the test environment has none: as much as the
 * outbox uses. `endPage` lets go of what a page holds, as its crash would.
 */
export function createFakeLocks() {
  let held: HeldLock[] = [];
  let page = 'first';
  const locks = {
    async request(name: string, options: { ifAvailable?: boolean }, run: (lock: unknown) => unknown) {
      if (options.ifAvailable && held.some((lock) => lock.name === name)) return run(null);
      const lock = { name, page };
      held.push(lock);
      try {
        return await run(lock);
      } finally {
        held = held.filter((other) => other !== lock);
      }
    },
    query: async () => ({ held }),
  };
  return {
    locks,
    /** Locks from now on belong to another page. */
    openPage: (name: string) => {
      page = name;
    },
    endPage: (name: string) => {
      held = held.filter((lock) => lock.page !== name);
    },
  };
}
