import { type ComponentType, lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { Listeners } from '@/lib/external-store';
import { findClose, findOpen, LoadBoundary, LoadError } from './load-boundary';
import { prefetchWhenIdle } from './prefetch';

/** A component whose code is loaded separately. */
export interface LazyComponent<P extends object> {
  (props: P): ReactNode;
  /** Loads the code, once. Rejects if that fails. */
  preload: () => Promise<void>;
}

/** A lazy component whose failed attempt can be repeated. */
export interface PreloadableComponent<P extends object> extends LazyComponent<P> {
  /** Forgets a failed attempt, so that the next component that is mounted loads the code again. */
  retry: () => void;
}

/** Time for which a failed attempt is stored, in milliseconds: until React has rendered the error. A retry loads again. */
const failureAge = 1000;

/**
 * Returns a component that suspends until its code is loaded. `load` imports its file. Once the code is loaded, it
 * renders without suspending.
 */
export function preloadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
): PreloadableComponent<P> {
  let loaded: ComponentType<P> | undefined;
  let attempt: Promise<ComponentType<P>> | undefined;
  const loadOnce = () => {
    attempt ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error: unknown) => {
        setTimeout(reset, failureAge);
        throw new LoadError(String(error), { cause: error });
      },
    );
    return attempt;
  };
  const createSuspending = () => lazy(async () => ({ default: await loadOnce() }));
  let suspending = createSuspending();
  const reset = () => {
    attempt = undefined;
    suspending = createSuspending();
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level only, like React's `lazy`
  const Lazy = (props: P) => {
    // The same component as long as it is mounted, so that its state remains.
    const [Component] = useState<ComponentType<P>>(() => loaded ?? suspending);
    return <Component {...props} />;
  };
  return Object.assign(Lazy, { preload: async () => void (await loadOnce()), retry: reset });
}

/**
 * Returns a component that the first content of a page does not need. Its code is loaded when the browser is idle
 * after the first content, so that it opens immediately and offline; earlier if it is rendered earlier. Until then it
 * renders the fallback. If the code can't be loaded, the error is shown in its place, with a button to try again.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): LazyComponent<P> {
  return createLazy(load, fallback, false);
}

/**
 * Like `lazyComponent`, for a part of a page that is useful without it, such as a button of a toolbar: an error would take
 * more space than the part. If the code can't be loaded, it renders nothing, and loads the code again when the browser is
 * online.
 */
export function optionalComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): LazyComponent<P> {
  return createLazy(load, fallback, true);
}

function createLazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode,
  isOptional: boolean,
): LazyComponent<P> {
  const Component = preloadable(load);
  prefetchWhenIdle(Component.preload);
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level only, like React's `lazy`
  const Lazy = (props: P) => (
    <LoadBoundary
      onRetry={Component.retry}
      onClose={findClose(props)}
      isOpen={findOpen(props)}
      isOptional={isOptional}
    >
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    </LoadBoundary>
  );
  return Object.assign(Lazy, { preload: Component.preload });
}

/**
 * Returns a component that renders nothing until its code is loaded, when the browser is idle after the first content:
 * unlike with `lazyComponent`, rendering it does not load the code earlier.
 */
export function idleComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactNode {
  let loaded: ComponentType<P> | undefined;
  const listeners = new Listeners();
  prefetchWhenIdle(async () => {
    loaded = await load();
    listeners.notify();
  });
  return (props) => {
    const Component = useSyncExternalStore(listeners.add, () => loaded);
    return Component ? <Component {...props} /> : null;
  };
}

/** Returns props of a button that opens lazy components: it loads their code when the user points at it or focuses it. */
export function preloadOnIntent(...components: { preload: () => Promise<void> }[]) {
  const preload = () => {
    // The component that needs the code loads it again and shows the error.
    for (const component of components) component.preload().catch(() => undefined);
  };
  return { onPointerEnter: preload, onFocus: preload };
}

export interface LazyDialogProps {
  open: boolean;
  /** A lazy component that is a dialog or a notice. */
  children: ReactNode;
}

/** Renders its dialog from the first opening on, so that it loads on demand and can animate its closing. */
export function LazyDialog({ open, children }: LazyDialogProps) {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened && children;
}
