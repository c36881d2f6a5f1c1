import { useEffect, useState } from 'react';

/** Milliseconds after which relative times are formatted again. */
const clockInterval = 30_000;

/** Returns the current time, which is updated while the component is shown. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), clockInterval);
    return () => clearInterval(timer);
  }, []);
  return now;
}
