import { type RefObject, useEffect } from 'react';
import type { DataGridHandle } from 'react-data-grid';

/** The time after the last scroll event after which scrolling has ended, in milliseconds. */
const scrollEndDelay = 500;

/**
 * Sets the attribute `data-scrolling` of the grid while its rows scroll vertically and no column is scrolled out of
 * view. The style sheet then does not fix the frozen columns, because each fixed cell is a layer that the browser
 * updates in each frame.
 */
export function useVerticalScrolling(grid: RefObject<DataGridHandle | null>): void {
  useEffect(() => {
    const element = grid.current?.element;
    if (!element) return;
    let { scrollTop } = element;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => element.removeAttribute('data-scrolling');
    const onScroll = () => {
      clearTimeout(timer);
      const isVertical = element.scrollTop !== scrollTop && element.scrollLeft === 0;
      scrollTop = element.scrollTop;
      if (!isVertical) return end();
      element.setAttribute('data-scrolling', '');
      timer = setTimeout(end, scrollEndDelay);
    };
    element.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      end();
      element.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [grid]);
}
