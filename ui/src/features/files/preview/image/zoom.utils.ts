/** How a picture is shown: `scale` 1 fits it into the frame, x and y move its center, in pixels of the screen. */
export interface ZoomView {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const fittedView: ZoomView = { scale: 1, x: 0, y: 0 };

/** Maximum number of screen pixels for a pixel of the picture. */
const maxPixelSize = 8;

/** Minimum of the largest scale, for pictures that are smaller than the frame. */
const minMaxScale = 4;

/** Returns the largest scale of a picture: `shown` is its size on the screen at scale 1, `natural` its own size. */
export function getMaxScale(shown: Size, natural: Size): number {
  return shown.width > 0 ? Math.max(minMaxScale, (natural.width / shown.width) * maxPixelSize) : minMaxScale;
}

/**
 * Multiplies the scale. The point of the picture below `point`, a position relative to the frame's center, stays there.
 * The scale stays between 1 and `maxScale`.
 */
export function zoomAt(view: ZoomView, factor: number, point: Point, maxScale: number): ZoomView {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return {
    scale,
    x: point.x - (point.x - view.x) * ratio,
    y: point.y - (point.y - view.y) * ratio,
  };
}

/** Limits the movement, so that the picture covers as much of the frame as it can. */
export function limitPan(view: ZoomView, shown: Size, frame: Size): ZoomView {
  const limit = (position: number, length: number, space: number) => {
    const room = Math.max(0, (length * view.scale - space) / 2);
    return Math.min(room, Math.max(-room, position)) + 0;
  };
  return {
    scale: view.scale,
    x: limit(view.x, shown.width, frame.width),
    y: limit(view.y, shown.height, frame.height),
  };
}

/** Minimum length of a swipe, in pixels. */
const minSwipe = 60;

/** Returns 1 for a swipe to the next picture (to the left), -1 to the previous picture, 0 for other movements. */
export function getSwipe({ x, y }: Point): 1 | 0 | -1 {
  if (Math.abs(x) < minSwipe || Math.abs(x) < 2 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}
