import type { PanInfo } from 'framer-motion';
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

export interface CardGesturesOptions {
  actionsShown: boolean;
  onActionsShownChange: (uncovered: boolean) => void;
  onTap: () => void;
  onLongPress: () => void;
}

/** How long a press is a long one, in milliseconds, and how far the finger may stray meanwhile, in pixels. */
const longPressDelay = 480;
const maxPressMovement = 8;

/** A swipe of this many pixels, or this fast, is meant. */
const swipeThreshold = { offset: 48, velocity: 400 };

/** Tells a tap, a long press and a swipe on one card from each other. */
export function useCardGestures({
  actionsShown,
  onActionsShownChange,
  onTap,
  onLongPress,
}: CardGesturesOptions) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  /** The press became something else than a tap. */
  const taken = useRef(false);
  const [swiping, setSwiping] = useState(false);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    swiping,
    swipe: {
      onDragStart: () => {
        taken.current = true;
        setSwiping(true);
        cancel();
      },
      onDragEnd: (_: unknown, { offset, velocity }: PanInfo) => {
        setSwiping(false);
        if (Math.abs(velocity.x) > swipeThreshold.velocity) onActionsShownChange(velocity.x < 0);
        else if (Math.abs(offset.x) > swipeThreshold.offset) onActionsShownChange(offset.x < 0);
      },
    },
    press: {
      onPointerDown: ({ button, clientX, clientY }: PointerEvent) => {
        taken.current = false;
        cancel();
        if (button !== 0) return;
        from.current = { x: clientX, y: clientY };
        timer.current = setTimeout(() => {
          taken.current = true;
          navigator.vibrate?.(10);
          onLongPress();
        }, longPressDelay);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = from.current;
        if (Math.hypot(clientX - x, clientY - y) > maxPressMovement) cancel();
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      // A long press on touch asks for the browser's menu as well.
      onContextMenu: (event: MouseEvent) => taken.current && event.preventDefault(),
      onClick: () => {
        if (taken.current) taken.current = false;
        else if (actionsShown) onActionsShownChange(false);
        else onTap();
      },
    },
  };
}
