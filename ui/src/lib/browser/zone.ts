import { Listeners } from '../external-store';

/**
 * The time zone in which a person reads and enters moments: what they chose on
 * this device, else the device's own. Names are IANA's, e.g. 'Europe/Berlin'.
 */
const storageKey = 'tableside.zone';
const listeners = new Listeners();
// undefined until it was looked up; null where nothing was chosen.
let chosenZoneName: string | null | undefined;

/** The zone that holds now. */
export function getZone(): string {
  return getChosenZone() ?? getDeviceZone();
}

/** The choice kept on this device; null where none is, storage is closed, or this browser doesn't know the zone. */
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

/** Chooses, keeps the choice on this device, and tells who listens; null is the device's own zone again. Other tabs follow when they are loaded. */
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

/** For a worker, which has no storage: takes the zone of its page. */
export function applyZone(zone: string) {
  chosenZoneName = zone;
}

/** Calls the listener when the zone changes. Returns a function that ends that. */
export const onZoneChange = listeners.add;

/** The short name of a zone for a column header: the city, which unlike 'CET' is the same in summer. 'UTC' is itself. */
export function formatZoneLabel(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** All that this browser knows, UTC first. */
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
