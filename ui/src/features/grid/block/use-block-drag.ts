import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { type Cell, computeScrollStep } from '@/table/selection/block.utils';

export type CellLocator = (x: number, y: number) => Cell | undefined;

/**
 * Follows a pressed pointer over the cells until it is let go, and scrolls where
 * it comes to an edge. `moved` is told each cell that it reaches, `ended` whether
 * it was let go (true) or the drag was broken off.
 */
export function useBlockDrag(grid: RefObject<DataGridHandle | null>, cellAt: CellLocator) {
  const stop = useRef<() => void>(undefined);
  const latest = useRef(cellAt);
  useEffect(() => {
    latest.current = cellAt;
  }, [cellAt]);
  useEffect(() => () => stop.current?.(), []);
  usePreventNativeDrag(grid);

  return useCallback(
    (moved: (cell: Cell) => void, ended?: (done: boolean) => void) => {
      stop.current?.();
      const listening = new AbortController();
      const { signal } = listening;
      let point: { x: number; y: number } | undefined;
      let frame = 0;
      const follow = () => {
        const cell = point && latest.current(point.x, point.y);
        if (cell) moved(cell);
      };
      const scroll = () => {
        frame = requestAnimationFrame(scroll);
        const element = grid.current?.element;
        if (!element || !point) return;
        const box = element.getBoundingClientRect();
        const left = computeScrollStep(point.x, box.left, box.left + element.clientWidth);
        const top = computeScrollStep(point.y, box.top, box.top + element.clientHeight);
        if (left === 0 && top === 0) return;
        element.scrollBy({ left, top });
        follow();
      };
      const end = (done: boolean) => {
        cancelAnimationFrame(frame);
        listening.abort();
        stop.current = undefined;
        ended?.(done);
      };
      const onMove = (event: PointerEvent) => {
        // The button was let go outside of the window.
        if (event.buttons === 0) return end(false);
        if (!point) frame = requestAnimationFrame(scroll);
        point = { x: event.clientX, y: event.clientY };
        follow();
      };
      window.addEventListener('pointermove', onMove, { signal });
      window.addEventListener('pointerup', () => end(true), { signal });
      window.addEventListener('pointercancel', () => end(false), { signal });
      stop.current = () => end(false);
    },
    [grid],
  );
}

/** Pictures and links in cells would be dragged by the browser itself. */
function usePreventNativeDrag(grid: RefObject<DataGridHandle | null>) {
  useEffect(() => {
    const element = grid.current?.element;
    const prevent = (event: DragEvent) => {
      if (event.target instanceof Element && event.target.closest('[role="gridcell"]'))
        event.preventDefault();
    };
    element?.addEventListener('dragstart', prevent);
    return () => element?.removeEventListener('dragstart', prevent);
  }, [grid]);
}
