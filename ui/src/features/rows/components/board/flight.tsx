import type { MotionValue } from 'framer-motion';
import * as m from 'framer-motion/m';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { spring } from '@/lib/motion';
import styles from './card.module.css';

export interface GhostProps {
  x: MotionValue<number>;
  y: MotionValue<number>;
  width: number;
  children: ReactNode;
}

/** The card that is being carried. It lies over the page, since a lane cuts off what leaves it. */
export function Ghost({ x, y, width, children }: GhostProps) {
  return createPortal(
    <m.div
      aria-hidden
      className={styles.ghost}
      style={{ x, y, width }}
      initial={{ rotate: 0, scale: 1 }}
      animate={{ rotate: 2, scale: 1.02 }}
      transition={spring}
    >
      {children}
    </m.div>,
    document.body,
  );
}

export interface FlyingCardProps {
  from: DOMRect;
  /** Where the card stands now; undefined if it isn't on the board. */
  target: () => DOMRect | undefined;
  onLand: () => void;
  children: ReactNode;
}

/** However its spring fares, a card has landed after this long, in milliseconds. */
const longest = 900;

/** A card on its way to its place: where it was dropped, or back to where it came from. */
export function FlyingCard({ from, target, onLand, children }: FlyingCardProps) {
  const [to, setTo] = useState<DOMRect>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a flight is measured once
  useLayoutEffect(() => {
    const box = target();
    if (box) setTo(box);
    else onLand();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a flight ends once
  useEffect(() => {
    const timer = setTimeout(onLand, longest);
    return () => clearTimeout(timer);
  }, []);
  return createPortal(
    <m.div
      aria-hidden
      className={styles.ghost}
      style={{ width: from.width }}
      initial={{ x: from.left, y: from.top, rotate: 2 }}
      animate={to && { x: to.left, y: to.top, rotate: 0 }}
      transition={spring}
      onAnimationComplete={() => to && onLand()}
    >
      {children}
    </m.div>,
    document.body,
  );
}
