/** Pixels from an edge at which what is carried makes the scroller follow, and how fast at the most. */
const edgeSize = 56;
const maxSpeed = 14;

/** The pixels to scroll in a frame for a point so far from a scroller's start and end; none far from both. */
export function computeEdgeSpeed(toStart: number, toEnd: number): number {
  if (toStart < edgeSize) return -maxSpeed * Math.min(1, (edgeSize - toStart) / edgeSize);
  return toEnd < edgeSize ? maxSpeed * Math.min(1, (edgeSize - toEnd) / edgeSize) : 0;
}

/** The pixels to scroll up or down for a point over a scroller. */
export function computeVerticalEdgeSpeed(scroller: Element, y: number): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  return computeEdgeSpeed(y - top, bottom - y);
}
