import { type RefObject, useEffect, useRef } from 'react';

export interface InViewOptions {
  /** The distance from the visible part at which an element is near, as CSS margins (rootMargin). */
  margin?: string;
  /** The element is not observed while false. */
  enabled?: boolean;
}

/**
 * Calls `onNear` when an element is near the visible part of its scroller: the
 * closest element with `data-scroller`, or the window.
 */
export function useInView(
  ref: RefObject<Element | null>,
  onNear: () => void,
  { margin = '300px', enabled = true }: InViewOptions = {},
) {
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  }, [onNear]);
  useEffect(() => {
    const element = ref.current;
    if (!element || !enabled) return;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some((change) => change.isIntersecting)) latest.current();
      },
      { root: element.parentElement?.closest('[data-scroller]') ?? null, rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, margin, enabled]);
}
