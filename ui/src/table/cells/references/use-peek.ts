import { useEffect, useRef, useState } from 'react';

/** How long a pointer rests before the card opens, and may be away before it closes, in milliseconds. */
const openAfter = 450;
const closeAfter = 150;

/** A card that opens while a mouse rests on something, and stays while it is on the card. */
export function usePeek() {
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
        event.pointerType === 'mouse' && later(true, openAfter),
      onPointerLeave: () => later(false, closeAfter),
      onPointerDown: () => later(false, 0),
    },
    /** For the card. */
    onCard: {
      onPointerEnter: () => later(true, 0),
      onPointerLeave: () => later(false, closeAfter),
    },
  };
}
