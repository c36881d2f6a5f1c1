import { Zap } from 'lucide-react';
import { lazyComponent } from '@/lib/browser/lazy-loading';
import type { NamedIconProps } from './action-icons';

const LazyIcon = lazyComponent<NamedIconProps>(
  async () => (await import('./action-icons')).NamedIcon,
  <Zap size={16} strokeWidth={1.75} aria-hidden />,
);

/** The icon of an action: the one that its owner names, or a lightning bolt. */
export function ActionIcon({ name, size = 16 }: { name: string; size?: number }) {
  if (name === '') return <Zap size={size} strokeWidth={1.75} aria-hidden />;
  return <LazyIcon name={name} size={size} />;
}
