import { MotionConfig } from 'framer-motion';
import type { ReactNode } from 'react';
import { duration, easing } from '@/lib/browser/motion';

/**
 * Configures animations. It needs no LazyMotion: all files with animated elements are loaded after the first content
 * of a page.
 */
export function MotionProvider({ children }: { children: ReactNode }) {
  return (
    <MotionConfig reducedMotion="user" transition={{ duration: duration.base, ease: easing.out }}>
      {children}
    </MotionConfig>
  );
}
