import { useState } from 'react';

/**
 * Where the focus goes when a layer without a trigger of its own closes: what
 * had it when the layer opened; the button of a menu, when that led to it; the
 * page, when either is gone by then.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpener(openerOf(document.activeElement));
  }
  return (event) => {
    event.preventDefault();
    const target = opener?.isConnected ? opener : document.getElementById('page');
    target?.focus();
  };
}

function openerOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]');
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
  return button instanceof HTMLElement && button !== document.body ? button : null;
}
