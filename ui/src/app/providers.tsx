import { QueryClientProvider } from '@tanstack/react-query';
import { LazyMotion, MotionConfig } from 'framer-motion';
import { Tooltip } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { duration, easing } from '@/lib/motion';
import { newQueryClient } from '@/lib/query';

const features = () => import('@/lib/motion-features').then((module) => module.default);

/** What the whole app stands in: the cache, motion, tooltips. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <MotionConfig reducedMotion="user" transition={{ duration: duration.base, ease: easing.out }}>
        <LazyMotion features={features} strict>
          <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
            {children}
          </Tooltip.Provider>
        </LazyMotion>
      </MotionConfig>
    </QueryClientProvider>
  );
}
