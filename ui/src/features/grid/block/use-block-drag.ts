import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { cellScrollRate, computeEdgeSpeed } from '@/table/drag/edge-scroll';
import type { Cell } from '@/table/selection/block.utils';

/** Finds the cell at a point of the viewport; undefined while the grid has none. */
export type CellLocator = (x: number, y: number) => Cell | undefined;

/**
 * Follows the pressed pointer until it is released. Calls `onMove` with each cell that the pointer reaches, then
 * `onEnd` with true on a release, or with false if the drag was interrupted.
 */
export type StartBlockDrag = (onMove: (cell: Cell) => void, onEnd?: (isReleased: boolean) => void) => void;

/** Returns a function that starts to drag over cells. The grid scrolls while the pointer is at an edge. */
export function useBlockDrag(
  grid: RefObject<DataGridHandle | null>,
  locateCell: CellLocator,
): StartBlockDrag {
  const stop = useRef<() => void>(undefined);
  const latestLocator = useRef(locateCell);
  useEffect(() => {
    latestLocator.current = locateCell;
  }, [locateCell]);
  useEffect(() => () => stop.current?.(), []);
  usePreventNativeDrag(grid);

  return useCallback(
    (onMove, onEnd) => {
      stop.current?.();
      const listening = new AbortController();
      const { signal } = listening;
      let point: { x: number; y: number } | undefined;
      let frame = 0;
      const reportCell = () => {
        const cell = point && latestLocator.current(point.x, point.y);
        if (cell) onMove(cell);
      };
      const scrollAtEdge = () => {
        frame = requestAnimationFrame(scrollAtEdge);
        const element = grid.current?.element;
        if (!element || !point) return;
        const box = element.getBoundingClientRect();
        const [x, y] = [point.x - box.left, point.y - box.top];
        const left = computeEdgeSpeed(x, element.clientWidth - x, cellScrollRate);
        const top = computeEdgeSpeed(y, element.clientHeight - y, cellScrollRate);
        if (left === 0 && top === 0) return;
        element.scrollBy({ left, top });
        reportCell();
      };
      const end = (isReleased: boolean) => {
        cancelAnimationFrame(frame);
        listening.abort();
        stop.current = undefined;
        onEnd?.(isReleased);
      };
      const onPointerMove = (event: PointerEvent) => {
        // The button was released outside of the window.
        if (event.buttons === 0) return end(false);
        if (!point) frame = requestAnimationFrame(scrollAtEdge);
        point = { x: event.clientX, y: event.clientY };
        reportCell();
      };
      window.addEventListener('pointermove', onPointerMove, { signal });
      window.addEventListener('pointerup', () => end(true), { signal });
      window.addEventListener('pointercancel', () => end(false), { signal });
      stop.current = () => end(false);
    },
    [grid],
  );
}

/** Prevents the browser's own drag of pictures and links in cells. */
function usePreventNativeDrag(grid: RefObject<DataGridHandle | null>): void {
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
