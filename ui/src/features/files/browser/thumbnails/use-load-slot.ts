import { useCallback, useEffect, useRef, useState } from 'react';

/** Pictures that load at the same time. */
const maxParallel = 6;

let loading = 0;
const waiting = new Set<() => void>();

function release() {
  loading -= 1;
  const [next] = waiting;
  if (!next) return;
  waiting.delete(next);
  loading += 1;
  next();
}

/**
 * Waits for one of the slots in which pictures load. Returns whether the picture can load, and the function to call when
 * it is loaded or failed. A component that is unmounted gives its slot to the next.
 */
export function useLoadSlot(isWanted: boolean): [boolean, () => void] {
  const [hasSlot, setSlot] = useState(false);
  const isHeld = useRef(false);
  const releaseOnce = useCallback(() => {
    if (!isHeld.current) return;
    isHeld.current = false;
    release();
  }, []);
  useEffect(() => {
    if (!isWanted) return;
    const start = () => {
      isHeld.current = true;
      setSlot(true);
    };
    if (loading < maxParallel) {
      loading += 1;
      start();
    } else waiting.add(start);
    return () => {
      waiting.delete(start);
      releaseOnce();
    };
  }, [isWanted, releaseOnce]);
  return [hasSlot, releaseOnce];
}
