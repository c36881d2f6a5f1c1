import { useCallback, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** The browser's Navigation API, as far as it is used; not every browser has it. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string };
  readonly hashChange: boolean;
  readonly downloadRequest: string | null;
}

export interface LeaveGuard {
  /** Somebody wants to leave: ask them. */
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * Keeps the page while there is something to lose: closing the tab asks in the
 * browser's own words, going elsewhere in the app is for the caller to ask. Where
 * the browser can't hold back a step in the app, it is taken.
 */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const [wanted, setWanted] = useState<string>();
  const allowed = useRef(false);
  useEffect(() => {
    if (!active) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onNavigate = (event: Event) => {
      const { destination, hashChange, downloadRequest, cancelable } = event as NavigateEvent;
      const to = new URL(destination.url);
      const elsewhere = to.origin === window.location.origin && to.href !== window.location.href;
      if (allowed.current || hashChange || downloadRequest !== null || !cancelable || !elsewhere) return;
      event.preventDefault();
      setWanted(to.pathname + to.search);
    };
    const { navigation } = window as { navigation?: EventTarget };
    window.addEventListener('beforeunload', onUnload);
    navigation?.addEventListener('navigate', onNavigate);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [active]);
  const stay = useCallback(() => setWanted(undefined), []);
  const leave = useCallback(() => {
    if (wanted === undefined) return;
    allowed.current = true;
    navigate(wanted);
  }, [wanted]);
  return { isAsking: active && wanted !== undefined, stay, leave };
}
