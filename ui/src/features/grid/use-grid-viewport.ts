import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { DataGridHandle } from 'react-data-grid';

/** Returns the grid's width in pixels. Calls `onChange` when the grid's size or its scroll position changes. */
export function useGridViewport(
  grid: RefObject<DataGridHandle | null>,
  onChange: (element: HTMLElement) => void,
): number {
  const [width, setWidth] = useState(0);
  // A function of its own for each render would make the effect measure the grid again.
  const notify = useEffectEvent(onChange);
  useLayoutEffect(() => {
    const element = grid.current?.element;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      notify(element);
    });
    observer.observe(element);
    // In the capture phase, before the grid renders new rows: then reading the size needs no layout.
    const onScroll = () => notify(element);
    element.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [grid]);
  return width;
}
