import { useLayoutEffect, useRef } from 'react';
import type { RowSize } from '@/data/layouts/column-prefs';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';

/** The heights of rows in pixels, for a mouse and for touch. A tall row has three lines. */
const rowHeights: Record<RowSize, readonly [mouse: number, touch: number]> = {
  compact: [26, 34],
  normal: [32, 40],
  tall: [66, 74],
};

/** Returns the heights of a grid's rows and of its header in pixels. */
export function useRowHeights(size: RowSize): { rowHeight: number; headerHeight: number } {
  const index = useMediaQuery(mediaQueries.touch) ? 1 : 0;
  return { rowHeight: rowHeights[size][index], headerHeight: rowHeights.normal[index] };
}

/** Keeps the first visible row in place when the height of the rows changes. */
export function useStableFirstRow(scroller: () => HTMLElement | null, rowHeight: number): void {
  const previous = useRef(rowHeight);
  useLayoutEffect(() => {
    const element = scroller();
    if (element && previous.current !== rowHeight) element.scrollTop *= rowHeight / previous.current;
    previous.current = rowHeight;
  }, [scroller, rowHeight]);
}
