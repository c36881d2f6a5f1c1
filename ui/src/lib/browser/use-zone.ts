import { useSyncExternalStore } from 'react';
import { localZone, onZoneChange } from './zone';

/** The zone in which the person reads and enters moments. */
export function useZone(): string {
  return useSyncExternalStore(onZoneChange, localZone);
}
