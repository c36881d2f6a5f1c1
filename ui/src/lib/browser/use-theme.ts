import { useSyncExternalStore } from 'react';
import { onThemeChange, storedTheme, type Theme } from './theme';

/** The person's choice of theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, storedTheme);
}
