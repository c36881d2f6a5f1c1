import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { matchesKeys } from '@/lib/browser/keyboard/keyboard';
import type { CardWindow } from '@/table/cards/use-card-window';

/**
 * Returns the key handler of a gallery. Arrow keys move the focus between cards. After the keys that go to the first
 * or the last row, the focus moves to the card there, once it is rendered.
 */
export function useGalleryKeys({ list }: CardWindow, { scrollTarget }: PagedRows, columns: number) {
  const isEndKeyPressed = useRef(false);
  const indexToFocus = useRef<number>(undefined);
  const lastTarget = useRef(scrollTarget);
  useEffect(() => {
    if (scrollTarget && lastTarget.current !== scrollTarget && isEndKeyPressed.current)
      indexToFocus.current = scrollTarget.index;
    if (lastTarget.current !== scrollTarget) isEndKeyPressed.current = false;
    lastTarget.current = scrollTarget;
    const { activeElement } = document;
    // The user moved the focus elsewhere in the meantime.
    if (activeElement !== document.body && !list.current?.contains(activeElement))
      indexToFocus.current = undefined;
    if (indexToFocus.current === undefined) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-index="${indexToFocus.current}"]`);
    if (!card) return;
    indexToFocus.current = undefined;
    card.focus({ preventScroll: true });
  });
  return (event: KeyboardEvent<HTMLElement>) => {
    isEndKeyPressed.current = ['mod+home', 'mod+end'].some((keys) => matchesKeys(event.nativeEvent, keys));
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
    const step = steps[event.key as keyof typeof steps];
    const index = event.target instanceof HTMLElement ? event.target.dataset.index : undefined;
    if (!step || index === undefined) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-index="${Number(index) + step}"]`)?.focus();
  };
}
