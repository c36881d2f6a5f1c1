import { useMotionValue } from 'framer-motion';
import { useRef, useState } from 'react';

/** What is carried in any view: where it was picked up, and by what. */
export interface DragState {
  inputDevice: 'pointer' | 'keyboard';
  box: DOMRect;
}

/** The one thing that is being carried, and where its ghost is. `held` is the same, for handlers between two renders. */
export function useDragState<T extends DragState>() {
  const [carry, setCarry] = useState<T | null>(null);
  const held = useRef<T | null>(null);
  const x = useMotionValue(0);
  const y = useMotionValue(0);

  const hold = (next: T | null) => {
    held.current = next;
    setCarry(next);
  };
  const pickUp = (what: T) => {
    x.jump(what.box.left);
    y.jump(what.box.top);
    hold(what);
  };
  /** Changes where it would land; no render where that stays the same. */
  const carryTo = (to: Partial<T>) => {
    const now = held.current;
    const names = Object.keys(to) as (keyof T)[];
    if (now && names.some((name) => now[name] !== to[name])) hold({ ...now, ...to });
  };
  /** The ghost goes along with what carries it, so far from where it was picked up. */
  const follow = (dx: number, dy: number) => {
    const box = held.current?.box;
    if (!box) return;
    x.set(box.left + dx);
    y.set(box.top + dy);
  };
  const ghostBox = ({ box }: T) => new DOMRect(x.get(), y.get(), box.width, box.height);
  return { carry, held, x, y, hold, pickUp, carryTo, follow, ghostBox };
}
