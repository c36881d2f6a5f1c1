/** Computes the speed at which a drag near the edge of a scroller scrolls it. */
export interface EdgeScrollRate {
  /** The distance from the edge at which scrolling begins, in pixels. Beyond the edge the distance is negative. */
  edgeSize: number;
  /** Each of these many pixels closer to the edge adds 1 pixel per frame. */
  pixelsPerStep: number;
  /** The maximum, in pixels per frame. */
  maxSpeed: number;
}

/** For cards and events, which are large: scrolling begins early and stays slow enough to aim. */
const cardScrollRate: EdgeScrollRate = { edgeSize: 56, pixelsPerStep: 4, maxSpeed: 14 };

/** For a selection of cells: scrolling begins at the edge and accelerates as the pointer moves beyond it. */
export const cellScrollRate: EdgeScrollRate = { edgeSize: 16, pixelsPerStep: 3, maxSpeed: 40 };

/** Returns the pixels to scroll per frame for a point at these distances from the start and end of a scroller. */
export function computeEdgeSpeed(toStart: number, toEnd: number, rate = cardScrollRate): number {
  const { edgeSize, pixelsPerStep, maxSpeed } = rate;
  const speedAt = (distance: number) => Math.min(maxSpeed, Math.ceil((edgeSize - distance) / pixelsPerStep));
  if (toStart < edgeSize) return -speedAt(toStart);
  return toEnd < edgeSize ? speedAt(toEnd) : 0;
}

/** Returns the pixels to scroll vertically per frame for a point over a scroller. */
export function computeVerticalEdgeSpeed(scroller: Element, y: number): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  return computeEdgeSpeed(y - top, bottom - y);
}
