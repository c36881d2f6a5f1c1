import { domMax, LazyMotion, MotionConfig } from 'framer-motion';
import type { ReactNode } from 'react';
import { duration, easing } from '@/lib/browser/motion';

/** Configures animations. The sign-in page has none and does not load this. */
export function MotionProvider({ children }: { children: ReactNode }) {
  return (
    <MotionConfig reducedMotion="user" transition={{ duration: duration.base, ease: easing.out }}>
      {/* Loading the features later would save nothing: esbuild puts all of framer-motion into one file. */}
      <LazyMotion features={domMax} strict>
        {children}
      </LazyMotion>
    </MotionConfig>
  );
}
