import { useEffect, useState } from 'react';

/** What is over sooner than this shows no sign of waiting, in milliseconds. */
const defaultDelay = 200;

/** True once `active` has lasted 200 ms; false as soon as it ends. */
export function useDelayedFlag(active: boolean, delay: number = defaultDelay): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), delay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, delay]);
  return active && late;
}
