import { type RefObject, useLayoutEffect, useState } from 'react';
import { findLineRange, type LineRange } from './line-window.utils';

/**
 * Returns the lines of a list that are at or near the visible part of its scroller (the closest element with
 * `data-scroller`). All lines have the same height in pixels, with the gap after them.
 */
export function useVisibleLines(
  list: RefObject<HTMLElement | null>,
  count: number,
  lineHeight: number,
): LineRange {
  const [range, setRange] = useState<LineRange>(() => findLineRange(count, lineHeight, 0, 0));
  useLayoutEffect(() => {
    const scroller = list.current?.closest('[data-scroller]');
    if (!scroller) return;
    const update = () => {
      if (!list.current) return;
      const offset = scroller.getBoundingClientRect().top - list.current.getBoundingClientRect().top;
      const next = findLineRange(count, lineHeight, Math.max(0, offset), scroller.clientHeight);
      setRange((current) => (current.first === next.first && current.end === next.end ? current : next));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(scroller);
    scroller.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', update);
    };
  }, [list, count, lineHeight]);
  // Until the effect, the range can be of a longer list.
  return { first: Math.min(range.first, count), end: Math.min(range.end, count) };
}
