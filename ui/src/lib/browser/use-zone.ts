import { useSyncExternalStore } from 'react';
import { getZone, onZoneChange } from './zone';

/** The zone in which the person reads and enters moments. */
export function useZone(): string {
  return useSyncExternalStore(onZoneChange, getZone);
}
