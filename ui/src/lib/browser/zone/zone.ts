import { Listeners } from '@/lib/external-store';

/**
 * The time zone in which times are shown and entered: the user's choice in this
 * browser, or the device's. Zones are IANA names, e.g. 'Europe/Berlin'.
 */
const storageKey = 'tableside.zone';
const listeners = new Listeners();
// Undefined until it is read from storage; null if the user chose none.
let chosenZoneName: string | null | undefined;

/** Returns the current time zone. */
export function getZone(): string {
  return getChosenZone() ?? getDeviceZone();
}

/** Returns the user's choice; null if there is none, storage is blocked, or the browser doesn't know the zone. */
export function getChosenZone(): string | null {
  if (chosenZoneName === undefined) chosenZoneName = readStoredZone();
  return chosenZoneName;
}

let deviceZone: string | undefined;

/** Returns the device's time zone. Looks it up once per page: each look-up takes 0.2 ms, and each cell with a time calls it. */
export function getDeviceZone(): string {
  deviceZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return deviceZone;
}

/** Sets and stores the time zone, and notifies the listeners; null for the device's zone. Other tabs apply it when they are reloaded. */
export function setZone(zone: string | null) {
  chosenZoneName = zone;
  try {
    if (zone === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, zone);
  } catch {
    // A closed storage only means that the choice ends with this page.
  }
  listeners.notify();
}

/** Sets the zone without storing it, for a worker, which has no storage. */
export function applyZone(zone: string) {
  chosenZoneName = zone;
}

/** Calls the listener when the zone changes. Returns the unsubscribe function. */
export const onZoneChange = listeners.add;

/** Returns the short name of a zone for a column header: its city, which unlike 'CET' is the same in summer; 'UTC' unchanged. */
export function formatZoneLabel(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Returns all zones that the browser supports, UTC first. */
export function listZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

function readStoredZone(): string | null {
  try {
    const zone = localStorage.getItem(storageKey);
    // Throws for a zone that isn't one.
    if (zone !== null) Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return null;
  }
}
