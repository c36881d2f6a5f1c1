import { useSyncExternalStore } from 'react';
import { onThemeChange, readStoredTheme, type Theme } from './theme';

/** The person's choice of theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, readStoredTheme);
}
