import { useCallback, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** The members of the Navigation API's event that this module uses. Not every browser has the API. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string };
  readonly hashChange: boolean;
  readonly downloadRequest: string | null;
}

export interface LeaveGuard {
  /** Whether a navigation in the app was blocked, so that the caller must ask the user. */
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * Blocks navigation while `active`. When the tab is closed, the browser asks; for
 * a navigation in the app, `isAsking` becomes true and the caller asks. Browsers
 * without the Navigation API can't block a navigation in the app.
 */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const [blockedPath, setBlockedPath] = useState<string>();
  const isAllowed = useRef(false);
  useUnloadWarning(active);
  useEffect(() => {
    if (!active) return;
    const onNavigate = (event: Event) => {
      const { destination, hashChange, downloadRequest, cancelable } = event as NavigateEvent;
      const url = new URL(destination.url);
      const leavesPage = url.origin === window.location.origin && url.href !== window.location.href;
      if (isAllowed.current || hashChange || downloadRequest !== null || !cancelable || !leavesPage) return;
      event.preventDefault();
      setBlockedPath(url.pathname + url.search);
    };
    const { navigation } = window as { navigation?: EventTarget };
    navigation?.addEventListener('navigate', onNavigate);
    return () => navigation?.removeEventListener('navigate', onNavigate);
  }, [active]);
  const stay = useCallback(() => setBlockedPath(undefined), []);
  const leave = useCallback(() => {
    if (blockedPath === undefined) return;
    isAllowed.current = true;
    navigate(blockedPath);
  }, [blockedPath]);
  return { isAsking: active && blockedPath !== undefined, stay, leave };
}

/** Lets the browser ask before the tab is closed or reloaded while `active`. Navigation in the app is not blocked. */
export function useUnloadWarning(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [active]);
}
