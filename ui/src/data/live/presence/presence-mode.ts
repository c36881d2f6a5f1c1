import { Listeners } from '@/lib/external-store';
import { type PresenceMode, presenceModes } from './presence';

const storageKey = 'tableside.presence';
const listeners = new Listeners();

/** Returns the user's choice in this browser; `private` by default. */
export function readPresenceMode(): PresenceMode {
  try {
    const stored = localStorage.getItem(storageKey);
    return presenceModes.find((mode) => mode === stored) ?? 'private';
  } catch {
    return 'private';
  }
}

/** Stores the choice for all tabs of this browser. */
export function setPresenceMode(mode: PresenceMode): void {
  try {
    localStorage.setItem(storageKey, mode);
  } catch {
    // Storage is blocked: the default applies.
  }
  listeners.notify();
}

/** Calls the listener when the choice changes, in this page or another tab. Returns the unsubscribe function. */
export function onPresenceModeChange(listener: () => void): () => void {
  const inOtherTab = ({ key }: StorageEvent) => void (key === storageKey && listener());
  const remove = listeners.add(listener);
  window.addEventListener('storage', inOtherTab);
  return () => {
    remove();
    window.removeEventListener('storage', inOtherTab);
  };
}
