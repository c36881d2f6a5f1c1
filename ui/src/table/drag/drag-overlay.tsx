import type { MotionValue } from 'framer-motion';
import * as m from 'framer-motion/client';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { spring } from '@/lib/browser/theme/motion';
import styles from './drag-overlay.module.css';

export interface DragOverlayProps {
  x: MotionValue<number>;
  y: MotionValue<number>;
  width: number;
  /** Whether the content is a line of text, not a card. */
  small?: boolean;
  children: ReactNode;
}

/** The dragged element, above the page, because a lane or a day clips its content. */
export function DragOverlay({ x, y, width, small = false, children }: DragOverlayProps) {
  return createPortal(
    <m.div
      aria-hidden
      className={styles.overlay}
      data-small={small || undefined}
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

export interface DropAnimationProps {
  from: DOMRect;
  /** Returns the box of the row's element; undefined if it is not rendered. */
  target: () => DOMRect | undefined;
  onEnd: () => void;
  /** Whether the content is a line of text, not a card. */
  small?: boolean;
  children: ReactNode;
}

/** Maximum duration of the animation, in milliseconds. */
const maxDuration = 900;

/** Animates a card or event from its drop position to its element. */
export function DropAnimation({ from, target, onEnd, small = false, children }: DropAnimationProps) {
  const [to, setTo] = useState<DOMRect>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target is measured once
  useLayoutEffect(() => {
    const box = target();
    if (box) setTo(box);
    else onEnd();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the animation ends once
  useEffect(() => {
    const timer = setTimeout(onEnd, maxDuration);
    return () => clearTimeout(timer);
  }, []);
  return createPortal(
    <m.div
      aria-hidden
      className={styles.overlay}
      data-small={small || undefined}
      style={{ width: from.width }}
      initial={{ x: from.left, y: from.top, rotate: 2 }}
      animate={to && { x: to.left, y: to.top, rotate: 0 }}
      transition={spring}
      onAnimationComplete={() => to && onEnd()}
    >
      {children}
    </m.div>,
    document.body,
  );
}
