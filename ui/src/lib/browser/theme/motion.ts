import type { Transition } from 'framer-motion';

/** Durations in seconds, for framer-motion; tokens.css has the same values in milliseconds. */
export const duration = { fast: 0.12, base: 0.18, slow: 0.26 } as const;

/** `out` for elements that appear or respond to a gesture, `inOut` for elements that move. */
export const easing = {
  out: [0.22, 1, 0.36, 1],
  inOut: [0.65, 0, 0.35, 1],
} as const satisfies Record<string, [number, number, number, number]>;

/** The spring of dragged elements after the release. */
export const spring = {
  type: 'spring',
  stiffness: 520,
  damping: 40,
  mass: 0.8,
} as const satisfies Transition;

/** Small elements over the page: popovers, toasts, chips. */
export const pop = {
  initial: { opacity: 0, scale: 0.97, y: 4 },
  animate: { opacity: 1, scale: 1, y: 0, transition: { duration: duration.base, ease: easing.out } },
  exit: { opacity: 0, scale: 0.98, transition: { duration: duration.fast, ease: easing.out } },
} as const;

/** A layer that covers the page. */
export const fade = {
  initial: { opacity: 0 },
  animate: { opacity: 1, transition: { duration: duration.base, ease: easing.out } },
  exit: { opacity: 0, transition: { duration: duration.fast, ease: easing.out } },
} as const;

/** A drawer or panel that comes from the side: 'left' or 'right'. */
export function slide(from: 'left' | 'right') {
  const x = from === 'left' ? '-100%' : '100%';
  return {
    initial: { x },
    animate: { x: 0, transition: { duration: duration.slow, ease: easing.out } },
    exit: { x, transition: { duration: duration.base, ease: easing.inOut } },
  } as const;
}
