import { useEffect, useState } from 'react';

/** The default delay before a loading indicator is shown, in milliseconds. */
const defaultDelay = 200;

/** Returns true when `active` has been true for `delay` milliseconds, and false as soon as it is false. */
export function useDelayedFlag(active: boolean, delay: number = defaultDelay): boolean {
  const [isElapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setElapsed(true), delay);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [active, delay]);
  return active && isElapsed;
}
