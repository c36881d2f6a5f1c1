import { useEffect, useState } from 'react';
import { getWallClockMinutes } from './drag/interval.utils';

/** Returns the current local time of a zone, in minutes since 1970. Updates every 15 seconds. */
export function useNow(zone: string): number {
  const [now, setNow] = useState(() => getWallClockMinutes(zone));
  useEffect(() => {
    const timer = setInterval(() => setNow(getWallClockMinutes(zone)), 15_000);
    return () => clearInterval(timer);
  }, [zone]);
  return now;
}
