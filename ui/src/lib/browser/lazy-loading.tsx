import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * Returns a component that is loaded separately. It is fetched when the browser is
 * idle, so that it is available immediately and offline; in a browser without
 * requestIdleCallback, when it is rendered.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  window.requestIdleCallback?.(() => void load().catch(() => undefined));
  return lazy(async () => ({ default: await load() }));
}

export interface LazyDialogProps {
  open: boolean;
  /** A dialog that is a lazyPart. */
  children: ReactNode;
}

/** Renders its dialog from the first opening on, so that it loads on demand and can animate its closing. */
export function LazyDialog({ open, children }: LazyDialogProps) {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened && <Suspense fallback={null}>{children}</Suspense>;
}
