import { useEffect, useState } from 'react';
import { getWallClockMinutes } from './drag/interval.utils';

/** Now in minutes of a zone's wall clock, kept up with each minute. */
export function useNow(zone: string): number {
  const [now, setNow] = useState(() => getWallClockMinutes(zone));
  useEffect(() => {
    const timer = setInterval(() => setNow(getWallClockMinutes(zone)), 15_000);
    return () => clearInterval(timer);
  }, [zone]);
  return now;
}
