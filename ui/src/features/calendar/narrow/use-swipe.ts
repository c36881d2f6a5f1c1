import { type TouchEvent, useRef } from 'react';

/** Horizontal distance of a swipe, in pixels. */
const minSwipeDistance = 48;

/** Returns touch handlers that navigate on a horizontal swipe. A swipe to the left shows the next days. */
export function useSwipe(turn: (by: number) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      start.current = touch && { x: touch.clientX, y: touch.clientY };
    },
    onTouchMove: ({ defaultPrevented }: TouchEvent) => {
      // A drag of an event is not a swipe.
      if (defaultPrevented) start.current = undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [from, touch] = [start.current, changedTouches[0]];
      start.current = undefined;
      if (!from || !touch) return;
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(dx) > minSwipeDistance && Math.abs(dx) > 2 * Math.abs(dy)) turn(dx < 0 ? 1 : -1);
    },
  };
}
