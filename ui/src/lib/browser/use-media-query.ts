import { useCallback, useSyncExternalStore } from 'react';

/** The widths at which the layout changes, as the style sheets write them. */
export const mediaQueries = {
  phone: '(max-width: 560px)',
  /** The sidebar is a drawer. */
  narrow: '(max-width: 800px)',
  touch: '(pointer: coarse)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
} as const;

/** Whether a media query holds. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
