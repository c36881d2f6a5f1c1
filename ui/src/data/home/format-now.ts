import { getWallTime } from '@/data/values/dates/calendar-days';
import type { Column } from '@/lib/api.gen';
import { getZone } from '@/lib/browser/zone/zone';

/** Returns the time `now` as a value of a date or timestamp. */
export function formatNow({ kind }: Column, now: Date): string {
  const [day, time] = getWallTime(getZone(), now);
  if (kind === 'date') return day;
  return kind === 'timestamptz' ? now.toISOString() : `${day}T${time}`;
}
