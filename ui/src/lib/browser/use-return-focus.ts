import { type RefObject, useState } from 'react';

/**
 * Returns a handler that restores the focus when a layer without a trigger closes:
 * to the element that had it when the layer opened (for a menu item, the menu's
 * button), or to the page if that element no longer exists. In a grid, focuses the
 * active cell, because the former one can be scrolled away. Does nothing if another
 * element has the focus already. `target` takes the place of the former element, if it
 * is set.
 */
export function useReturnFocus(
  open: boolean,
  target?: RefObject<HTMLElement | null>,
): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Opener>({ element: null, grid: null });
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpener(findOpener(document.activeElement));
  }
  return (event) => {
    event.preventDefault();
    if (document.activeElement !== document.body) return;
    if (target?.current) return target.current.focus();
    const { element, grid } = opener;
    const cell = grid?.isConnected ? grid.querySelector<HTMLElement>('[role="row"] > [tabindex="0"]') : null;
    const before = element?.isConnected ? element : document.getElementById('page');
    (cell ?? before)?.focus({ preventScroll: cell !== null });
  };
}

interface Opener {
  element: HTMLElement | null;
  /** The grid, if the element is a cell. */
  grid: Element | null;
}

function findOpener(active: Element | null): Opener {
  const menu = active?.closest('[role="menu"]');
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
  const element = found instanceof HTMLElement && found !== document.body ? found : null;
  const grid = element?.matches('[role="gridcell"]') ? element.closest('[role="grid"]') : null;
  return { element, grid: grid ?? null };
}
