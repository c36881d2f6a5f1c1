import { Listeners } from '../external-store';

/** What a person chose; `system` follows the device. Imported before React: keep it small. */
export type Theme = 'light' | 'dark' | 'system';

export const themes: readonly Theme[] = ['light', 'dark', 'system'];

export const themeLabels: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' };

const storageKey = 'tableside.theme';
const listeners = new Listeners();

/** The choice kept on this device; `system` where none is, or storage is closed. */
export function readStoredTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((t) => t === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme to the page, by an attribute that tokens.css selects. */
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
    // A closed storage only means that the choice ends with this page.
  }
  listeners.notify();
}

/** Calls the listener when the choice changes, here or in another tab. */
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
