import { useCallback, useSyncExternalStore } from 'react';

/** The media queries of the layout. The style sheets contain the same widths. */
export const mediaQueries = {
  phone: '(max-width: 560px)',
  /** The sidebar is a drawer. */
  narrow: '(max-width: 800px)',
  touch: '(pointer: coarse)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
} as const;

/** Returns whether a media query matches. */
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
