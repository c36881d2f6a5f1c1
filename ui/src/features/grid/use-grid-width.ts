import { type RefObject, useLayoutEffect, useState } from 'react';
import type { DataGridHandle } from 'react-data-grid';

/** Returns the grid's width in pixels. Calls `onResize` when the grid's size changes. */
export function useGridWidth(
  grid: RefObject<DataGridHandle | null>,
  onResize: (element: HTMLElement) => void,
): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = grid.current?.element;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      onResize(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid, onResize]);
  return width;
}
