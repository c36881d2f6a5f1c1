import { useCallback, useEffect, useState } from 'react';
import { toApiError } from '@/lib/api';

/** Interval at which a countdown reads the clock, in milliseconds. A background tab calls timers less often. */
const interval = 250;

/** Counts down whole seconds to 0. Returns the remaining seconds and a function that starts it. */
export function useCountdown(initialSeconds: number): [remaining: number, start: (seconds: number) => void] {
  const [deadline, setDeadline] = useState(() => Date.now() + initialSeconds * 1_000);
  const [remaining, setRemaining] = useState(initialSeconds);
  const isRunning = remaining > 0;
  useEffect(() => {
    if (!isRunning) return;
    const update = () => setRemaining(Math.max(0, Math.ceil((deadline - Date.now()) / 1_000)));
    const timer = setInterval(update, interval);
    return () => clearInterval(timer);
  }, [isRunning, deadline]);
  const start = useCallback((seconds: number) => {
    setDeadline(Date.now() + seconds * 1_000);
    setRemaining(Math.ceil(seconds));
  }, []);
  return [remaining, start];
}

/** Returns the seconds until the server accepts a request again that it rejected with 429; 0 after any other error. */
export function useRetryCountdown(error: unknown): number {
  const [remaining, start] = useCountdown(0);
  useEffect(() => {
    // The limit also applies after the form has removed the error.
    if (error) start(getRetryAfter(error));
  }, [error, start]);
  return remaining;
}

/** Returns the seconds of the header Retry-After of a response with 429; 0 without one. */
export function getRetryAfter(error: unknown): number {
  const { status, retryAfter = 0 } = toApiError(error);
  return status === 429 ? retryAfter : 0;
}
