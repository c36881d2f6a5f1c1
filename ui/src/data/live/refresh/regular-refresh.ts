/** Milliseconds between two reads of the live tables of a page. Each interval is multiplied by a random factor from 0.9 to 1.1. */
export const regularRefreshInterval = 60_000;

/**
 * Calls a function about once a minute. Live tables need it: the backend reports no update that hides a row from the user,
 * and no change of another table on which a policy depends. Returns the function that ends it.
 */
export function refreshRegularly(refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const schedule = () => {
    // Pages that were opened together must not read together.
    const delay = regularRefreshInterval * (0.9 + 0.2 * Math.random());
    timer = setTimeout(() => {
      refresh();
      schedule();
    }, delay);
  };
  schedule();
  return () => clearTimeout(timer);
}
