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

/** A component whose code is in another file. */
export interface PreloadableComponent<P extends object> {
  /** Loads the code. */
  preload: () => Promise<void>;
  /** Returns the component, or one that suspends until the code is loaded. */
  get: () => ComponentType<P>;
}

/** Makes a component preloadable. `load` imports its file. */
export function makePreloadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
): PreloadableComponent<P> {
  let loaded: ComponentType<P> | undefined;
  const Lazy = lazy(async () => ({ default: await load() }));
  return {
    preload: async () => {
      loaded = await load();
    },
    get: () => loaded ?? Lazy,
  };
}

/** Returns the component to render: the same until the caller is unmounted. */
export function usePreloadable<P extends object>(component: PreloadableComponent<P>): ComponentType<P> {
  const [Component] = useState<ComponentType<P>>(() => component.get());
  return Component;
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
