import { useEffect, useRef, useState } from 'react';
import { isHoverPaused } from '@/table/drag/drop-pause';

/** The delay before the card opens while the pointer is on the target, in milliseconds. */
const openDelay = 450;

/** The delay before the card closes after the pointer has left the target and the card, in milliseconds. */
const closeDelay = 150;

export interface HoverCardState {
  open: boolean;
  close: () => void;
  /** The handlers of the element on which the pointer rests. */
  onTarget: {
    onPointerEnter: (event: { pointerType: string }) => void;
    onPointerLeave: () => void;
    onPointerDown: () => void;
  };
  /** The handlers of the card. */
  onCard: { onPointerEnter: () => void; onPointerLeave: () => void };
}

/** Opens a card while a mouse rests on an element, and keeps it open while the mouse is on the card. */
export function useHoverCard(): HoverCardState {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedule = (next: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  return {
    open,
    close: () => setOpen(false),
    onTarget: {
      onPointerEnter: ({ pointerType }) => {
        if (pointerType === 'mouse' && !isHoverPaused()) schedule(true, openDelay);
      },
      onPointerLeave: () => schedule(false, closeDelay),
      onPointerDown: () => schedule(false, 0),
    },
    onCard: {
      onPointerEnter: () => schedule(true, 0),
      onPointerLeave: () => schedule(false, closeDelay),
    },
  };
}
