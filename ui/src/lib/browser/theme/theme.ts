import { Listeners } from '@/lib/external-store';

/** The user's theme; `system` follows the device. This module is imported before React: keep it small. */
export type Theme = 'light' | 'dark' | 'system';

export const themes: readonly Theme[] = ['light', 'dark', 'system'];

const storageKey = 'tableside.theme';
const listeners = new Listeners();

/** Returns the stored theme; `system` if there is none or storage is blocked. */
export function readStoredTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((t) => t === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme to the page: sets the attribute that tokens.css selects. */
export function applyTheme(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

/** Applies a theme, stores it in this browser, and notifies the listeners. */
export function setTheme(theme: Theme) {
  applyTheme(theme);
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  listeners.notify();
}

/** Calls the listener when the user chooses a theme, in this page or another tab. Returns the unsubscribe function. */
export function onThemeChange(listener: () => void): () => void {
  const inOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey) return;
    applyTheme(readStoredTheme());
    listener();
  };
  const removeListener = listeners.add(listener);
  window.addEventListener('storage', inOtherTab);
  return () => {
    removeListener();
    window.removeEventListener('storage', inOtherTab);
  };
}
