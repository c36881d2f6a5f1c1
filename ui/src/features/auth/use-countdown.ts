import { useCallback, useEffect, useState } from 'react';

/** Counts down whole seconds to 0. Returns the remaining seconds and a function that starts it. */
export function useCountdown(initialSeconds: number): [remaining: number, start: (seconds: number) => void] {
  const [remaining, setRemaining] = useState(initialSeconds);
  const isRunning = remaining > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setRemaining((seconds) => Math.max(0, seconds - 1)), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [remaining, useCallback((seconds: number) => setRemaining(Math.ceil(seconds)), [])];
}
