import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * A component in another file, which the first page doesn't wait for. It is
 * fetched as soon as the browser is idle, so that it is there at once when it is
 * wanted, and without a network too. Where a browser can't tell when it is idle,
 * it is fetched when it is wanted.
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

/** Nothing until it is opened for the first time; then it stays, so that it can be seen to close. */
export function LazyDialog({ open, children }: LazyDialogProps) {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened && <Suspense fallback={null}>{children}</Suspense>;
}
