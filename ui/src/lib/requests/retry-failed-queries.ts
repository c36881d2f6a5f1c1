import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { ApiError, isTransient } from '@/lib/api';
import { onConnectionChange } from '@/lib/requests/connection';

/** Delays between background retries of a failed query, in milliseconds. The last one repeats. */
const retryDelays = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/**
 * Whether a read can succeed later without a change by the user: a service of the backend is down or overloaded (57014:
 * a statement took too long), or another server responded in its place.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  return isTransient(error) || status === 429 || ['offline', 'unreadable', '57014'].includes(code);
}

interface Retry {
  count: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Retries failed queries of the current page, with increasing delays while the page is visible, and immediately when it
 * gets the focus or the network returns. The content of the page remains until a retry succeeds. Returns the function
 * that stops the retries.
 */
export function retryFailedQueries(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const retries = new Map<string, Retry>();

  const forget = (hash: string) => {
    clearTimeout(retries.get(hash)?.timer);
    retries.delete(hash);
  };
  const retry = (query: Query) => {
    if (isFailed(query) && document.visibilityState === 'visible') void refetchInPlace(query);
  };
  const schedule = (query: Query) => {
    const { count, timer } = retries.get(query.queryHash) ?? { count: 0 };
    clearTimeout(timer);
    const delay = retryDelays[Math.min(count, retryDelays.length - 1)] ?? 0;
    retries.set(query.queryHash, {
      count: count + 1,
      // A random delay, so that not all pages send requests at the same time after an outage.
      timer: setTimeout(() => retry(query), delay * (0.8 + 0.4 * Math.random())),
    });
  };
  const retryAll = () => {
    for (const query of cache.getAll()) retry(query);
  };

  const unsubscribe = cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'removed' || !query.isActive()) forget(query.queryHash);
    else if (event.type === 'observerAdded' && isFailed(query)) schedule(query);
    else if (event.type === 'updated' && event.action.type === 'success') forget(query.queryHash);
    else if (event.type === 'updated' && event.action.type === 'error' && isFailed(query)) schedule(query);
  });
  const unsubscribeConnection = onConnectionChange(({ state }) => void (state === 'online' && retryAll()));
  document.addEventListener('visibilitychange', retryAll);
  window.addEventListener('focus', retryAll);
  window.addEventListener('online', retryAll);
  return () => {
    unsubscribe();
    unsubscribeConnection();
    for (const hash of [...retries.keys()]) forget(hash);
    document.removeEventListener('visibilitychange', retryAll);
    window.removeEventListener('focus', retryAll);
    window.removeEventListener('online', retryAll);
  };
}

function isFailed(query: Query): boolean {
  const { status, error } = query.state;
  return status === 'error' && query.isActive() && isOutage(error);
}

/**
 * Fetches a failed query again without changing the page. A plain refetch would replace the error of a query without
 * data by the state `pending`, so that each retry would replace the message by a placeholder and back.
 */
async function refetchInPlace(query: Query): Promise<void> {
  const { status, error } = query.state;
  let fetching: Promise<unknown> | undefined;
  notifyManager.batch(() => {
    fetching = query.fetch();
    query.setState({ ...query.state, status, error });
  });
  await fetching?.catch(() => undefined);
}
