import { useSyncExternalStore } from 'react';
import { onThemeChange, readStoredTheme, type Theme } from './theme';

/** Returns the user's theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, readStoredTheme);
}
