import { MotionConfig } from 'framer-motion';
import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { duration, easing } from '@/lib/browser/theme/motion';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';

/**
 * Configures tooltips and animations. The sign-in page has none and does not load them. LazyMotion is not needed: all
 * files with animated elements are loaded after the first content of a page.
 */
export function SignedInProviders({ children }: { children: ReactNode }) {
  const isReduced = useMediaQuery(mediaQueries.reducedMotion);
  return (
    <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
      <MotionConfig
        reducedMotion="user"
        // Reduced motion alone leaves fades, which the style sheets do not have then.
        skipAnimations={isReduced}
        transition={{ duration: duration.base, ease: easing.out }}
      >
        {children}
      </MotionConfig>
    </Tooltip.Provider>
  );
}
