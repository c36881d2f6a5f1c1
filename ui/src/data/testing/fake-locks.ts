interface HeldLock {
  name: string;
  /** The page that holds the lock, so that a test can end it. */
  page: string;
}

/**
 * Returns an implementation of the browser's locks that the outbox needs, because the test environment has none.
 * `endPage` releases the locks of a page, like its crash.
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
