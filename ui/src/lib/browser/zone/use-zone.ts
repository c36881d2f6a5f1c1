import { useSyncExternalStore } from 'react';
import { getZone, onZoneChange } from './zone';

/** Returns the time zone in which times are shown and entered. */
export function useZone(): string {
  return useSyncExternalStore(onZoneChange, getZone);
}
