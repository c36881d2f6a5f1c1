/** What a person chose; `system` follows the device. Imported before React: keep it small. */
export type Theme = 'light' | 'dark' | 'system';

export const themes: readonly Theme[] = ['light', 'dark', 'system'];

export const themeNames: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'Like the device' };

const key = 'tableside.theme';
const listeners = new Set<() => void>();

/** The choice kept on this device; `system` where none is, or storage is closed. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return themes.find((t) => t === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Makes the page look like it; tokens.css does the rest. */
export function applyTheme(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

/** Chooses, keeps the choice on this device, and tells who listens. */
export function setTheme(theme: Theme) {
  applyTheme(theme);
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A closed storage only means that the choice ends with this page.
  }
  for (const listener of listeners) listener();
}

/** Calls the listener when the choice changes, here or in another tab. */
export function onThemeChange(listener: () => void): () => void {
  const inOtherTab = (event: StorageEvent) => {
    if (event.key !== key) return;
    applyTheme(storedTheme());
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', inOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', inOtherTab);
  };
}
