import { useMemo, useSyncExternalStore } from 'react';
import type { FilterContext } from '@/data/query/filters/resolve-filters';
import { addDays, getWallTime, startOfDay } from '@/data/values/dates/calendar-days';
import { useUser } from '@/lib/auth/session';
import { useZone } from '@/lib/browser/zone/use-zone';
import { getZone } from '@/lib/browser/zone/zone';

const getToday = () => getWallTime(getZone(), new Date())[0];

/** Calls the listener after midnight; also when the page becomes visible, because timers stop while a computer sleeps. */
function subscribeToDayChange(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const midnight = new Date(startOfDay(addDays(getToday(), 1))).getTime();
    timer = setTimeout(() => {
      listener();
      wait();
    }, midnight - Date.now());
  };
  wait();
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Returns the user, time and time zone for relative filters. The value changes each day and with the time zone. */
export function useFilterContext(): FilterContext {
  const { id, email } = useUser();
  const zone = useZone();
  const day = useSyncExternalStore(subscribeToDayChange, getToday);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `day` changes when `now` must be read again
  return useMemo(() => ({ user: { id, email }, now: new Date(), zone }), [id, email, day, zone]);
}
