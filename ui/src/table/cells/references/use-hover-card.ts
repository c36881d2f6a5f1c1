import { useEffect, useRef, useState } from 'react';

/** How long a pointer rests before the card opens, and may be away before it closes, in milliseconds. */
const openDelay = 450;
const closeDelay = 150;

/** A card that opens while a mouse rests on something, and stays while it is on the card. */
export function useHoverCard() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (next: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  return {
    open,
    close: () => setOpen(false),
    /** For what is rested on. */
    onTarget: {
      onPointerEnter: (event: { pointerType: string }) =>
        event.pointerType === 'mouse' && later(true, openDelay),
      onPointerLeave: () => later(false, closeDelay),
      onPointerDown: () => later(false, 0),
    },
    /** For the card. */
    onCard: {
      onPointerEnter: () => later(true, 0),
      onPointerLeave: () => later(false, closeDelay),
    },
  };
}
