import { useState } from 'react';

/**
 * Where the focus goes when a layer without a trigger of its own closes: what
 * had it when the layer opened; the button of a menu, when that led to it; the
 * page, when either is gone by then. In a grid it goes to the cell that is active
 * by then: the one of before may be a million rows away. What has the focus
 * already, because the layer led there, keeps it.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Opener>({ element: null, grid: null });
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpener(findOpener(document.activeElement));
  }
  return (event) => {
    event.preventDefault();
    if (document.activeElement !== document.body) return;
    const { element, grid } = opener;
    const cell = grid?.isConnected ? grid.querySelector<HTMLElement>('[role="row"] > [tabindex="0"]') : null;
    const before = element?.isConnected ? element : document.getElementById('page');
    (cell ?? before)?.focus({ preventScroll: cell !== null });
  };
}

interface Opener {
  element: HTMLElement | null;
  /** The grid that it is a cell of. */
  grid: Element | null;
}

function findOpener(active: Element | null): Opener {
  const menu = active?.closest('[role="menu"]');
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
  const element = found instanceof HTMLElement && found !== document.body ? found : null;
  const grid = element?.matches('[role="gridcell"]') ? element.closest('[role="grid"]') : null;
  return { element, grid: grid ?? null };
}
