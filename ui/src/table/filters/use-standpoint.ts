import { useMemo, useSyncExternalStore } from 'react';
import type { Standpoint } from '@/data/query/resolve.utils';
import { addDays, startOfDay, wallIn } from '@/data/values/dates/calendar.utils';
import { useZone } from '@/lib/browser/use-zone';
import { localZone } from '@/lib/browser/zone';
import { useUser } from '@/lib/session';

const today = () => wallIn(localZone(), new Date())[0];

/** Called when another day has begun, also where the machine slept over midnight. */
function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const midnight = new Date(startOfDay(addDays(today(), 1))).getTime();
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

/** Who looks, and when; another one each day. */
export function useStandpoint(): Standpoint {
  const { id, email } = useUser();
  const zone = useZone();
  const day = useSyncExternalStore(subscribe, today);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day begins, and the moment is another one
  return useMemo(() => ({ user: { id, email }, now: new Date(), zone }), [id, email, day, zone]);
}
