import type { PanInfo } from 'framer-motion';
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

export interface CardGesturesOptions {
  areActionsShown: boolean;
  onActionsShownChange: (areShown: boolean) => void;
  onTap: () => void;
  onLongPress: () => void;
}

/** The duration of a long press, in milliseconds, and the distance that the finger can move during it, in pixels. */
const longPressDelay = 480;
const maxPressMovement = 8;

/** A swipe counts from this distance in pixels, or this velocity in pixels per second. */
const swipeThreshold = { offset: 48, velocity: 400 };

/**
 * Distinguishes a tap, a long press and a swipe on a card. Returns the handlers for the element that moves
 * (`swipeHandlers`) and for the button inside (`pressHandlers`).
 */
export function useCardGestures({
  areActionsShown,
  onActionsShownChange,
  onTap,
  onLongPress,
}: CardGesturesOptions) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  /** Whether the press turned into a long press or a swipe, so that its click is no tap. */
  const isNoTap = useRef(false);
  const [isSwiping, setIsSwiping] = useState(false);
  const cancelLongPress = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    isSwiping,
    swipeHandlers: {
      onDragStart: () => {
        isNoTap.current = true;
        setIsSwiping(true);
        cancelLongPress();
      },
      onDragEnd: (_: unknown, { offset, velocity }: PanInfo) => {
        setIsSwiping(false);
        if (Math.abs(velocity.x) > swipeThreshold.velocity) onActionsShownChange(velocity.x < 0);
        else if (Math.abs(offset.x) > swipeThreshold.offset) onActionsShownChange(offset.x < 0);
      },
    },
    pressHandlers: {
      onPointerDown: ({ button, clientX, clientY }: PointerEvent) => {
        isNoTap.current = false;
        cancelLongPress();
        if (button !== 0) return;
        start.current = { x: clientX, y: clientY };
        timer.current = setTimeout(() => {
          isNoTap.current = true;
          navigator.vibrate?.(10);
          onLongPress();
        }, longPressDelay);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = start.current;
        if (Math.hypot(clientX - x, clientY - y) > maxPressMovement) cancelLongPress();
      },
      onPointerUp: cancelLongPress,
      onPointerCancel: cancelLongPress,
      // On touch, a long press also opens the browser's context menu.
      onContextMenu: (event: MouseEvent) => isNoTap.current && event.preventDefault(),
      onClick: () => {
        if (isNoTap.current) isNoTap.current = false;
        else if (areActionsShown) onActionsShownChange(false);
        else onTap();
      },
    },
  };
}
