/** Pixels from an edge at which what is carried makes the scroller follow, and how fast at the most. */
const edge = 56;
const fastest = 14;

/** The pixels to scroll in a frame for a point so far from a scroller's start and end; none far from both. */
export function edgeSpeed(toStart: number, toEnd: number): number {
  if (toStart < edge) return -fastest * Math.min(1, (edge - toStart) / edge);
  return toEnd < edge ? fastest * Math.min(1, (edge - toEnd) / edge) : 0;
}

/** The pixels to scroll up or down for a point over a scroller. */
export function edgeSpeedIn(scroller: Element, y: number): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  return edgeSpeed(y - top, bottom - y);
}
