import { useEffect } from 'react';

type Load = () => Promise<unknown>;

/** The mark of the browser's performance timeline that is set when all code is loaded. */
const loadedMark = 'tableside-code-loaded';

/** Maximum time for which code waits until the browser is idle, in milliseconds. */
const maxIdleDelay = 1000;

/** The code to load. */
let queue: readonly Load[] = [];
/** The code that could not be loaded. */
let failed: readonly Load[] = [];
let isStarted = false;
let isScheduled = false;
/** The number of components that still load what the user waits for. */
let blockCount = 0;

/** Loads code when the browser is idle, after the page has shown its first content. Then it is also available offline. */
export function prefetchWhenIdle(load: Load): void {
  queue = [...queue, load];
  schedule();
}

/**
 * Starts to load the queued code, unless a component blocks that, and retries failed code when the browser is online
 * again. Call it when the app has been rendered. Later calls do nothing.
 */
export function startPrefetch(): void {
  if (isStarted) return;
  isStarted = true;
  window.addEventListener('online', retryFailed);
  schedule();
}

/** Delays the prefetch of code while a component loads its first content: requests for code would delay it. */
export function usePrefetchBlock(isBlocked: boolean): void {
  useEffect(() => {
    if (!isBlocked) return;
    blockCount += 1;
    return () => {
      blockCount -= 1;
      schedule();
    };
  }, [isBlocked]);
}

/** Loads code again that could not be loaded, when the connection is back. */
function retryFailed(): void {
  queue = [...failed, ...queue];
  failed = [];
  schedule();
}

function schedule(): void {
  if (!isStarted || isScheduled || blockCount > 0 || queue.length === 0) return;
  isScheduled = true;
  runAfterPaint(async () => {
    if (blockCount === 0) await loadQueue();
    isScheduled = false;
    schedule();
  });
}

/** Loads the queue. The loaded code can add to it. */
async function loadQueue(): Promise<void> {
  const loads = queue;
  queue = [];
  const results = await Promise.allSettled(loads.map((load) => load()));
  failed = [...failed, ...loads.filter((_, i) => results[i]?.status === 'rejected')];
  if (queue.length + failed.length === 0) performance.mark(loadedMark);
}

/** Calls a function when the browser has painted and is idle. A hidden page is not painted. */
function runAfterPaint(run: () => void): void {
  // Safari has no requestIdleCallback.
  const whenIdle = () =>
    window.requestIdleCallback
      ? window.requestIdleCallback(run, { timeout: maxIdleDelay })
      : setTimeout(run, 200);
  if (document.hidden) whenIdle();
  else requestAnimationFrame(whenIdle);
}
