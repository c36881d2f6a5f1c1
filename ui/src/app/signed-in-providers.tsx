import { MotionConfig } from 'framer-motion';
import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { duration, easing } from '@/lib/browser/theme/motion';

/**
 * Configures tooltips and animations. The sign-in page has none and does not load them. LazyMotion is not needed: all
 * files with animated elements are loaded after the first content of a page.
 */
export function SignedInProviders({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
      <MotionConfig reducedMotion="user" transition={{ duration: duration.base, ease: easing.out }}>
        {children}
      </MotionConfig>
    </Tooltip.Provider>
  );
}
