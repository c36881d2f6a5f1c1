import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { fittedView, getMaxScale, getSwipe, limitPan, type Point, type ZoomView, zoomAt } from './zoom.utils';

/** Factor of one step of the zoom buttons and keys. */
export const zoomStep = 1.5;

export interface Zoom {
  frame: RefObject<HTMLDivElement | null>;
  image: RefObject<HTMLImageElement | null>;
  view: ZoomView;
  isDragging: boolean;
  /** Multiplies the scale, around a point relative to the frame's center. */
  zoom: (factor: number, point?: Point) => void;
  reset: () => void;
  pointerHandlers: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: (event: PointerEvent) => void;
  };
}

/**
 * Zooms a picture by wheel and by two pointers, and moves an enlarged picture by one pointer. A swipe over a fitted picture
 * calls `onSwipe`: 1 for the next picture, -1 for the previous picture.
 */
export function useZoom(onSwipe: (direction: 1 | -1) => void): Zoom {
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [view, setView] = useState<ZoomView>(fittedView);
  const change = useCallback((compute: (view: ZoomView) => ZoomView) => {
    const [box, picture] = [frame.current, image.current];
    if (!box || !picture) return;
    const shown = { width: picture.offsetWidth, height: picture.offsetHeight };
    setView((current) =>
      limitPan(compute(current), shown, { width: box.clientWidth, height: box.clientHeight }),
    );
  }, []);
  const zoom = useCallback(
    (factor: number, point: Point = { x: 0, y: 0 }) => {
      const picture = image.current;
      if (!picture) return;
      const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
      const maxScale = getMaxScale({ width: picture.offsetWidth, height: picture.offsetHeight }, natural);
      change((current) => zoomAt(current, factor, point, maxScale));
    },
    [change],
  );
  useWheelZoom(frame, zoom);
  const pointers = usePointers(frame, view, zoom, change, onSwipe);
  return { frame, image, view, zoom, reset: () => setView(fittedView), ...pointers };
}

/** Zooms by the wheel. A pinch on a touchpad is a wheel event with the Ctrl key and small steps. */
function useWheelZoom(frame: Zoom['frame'], zoom: Zoom['zoom']) {
  useEffect(() => {
    const box = frame.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 32);
      const step = Math.max(-60, Math.min(60, pixels)) * (event.ctrlKey ? 0.01 : 0.004);
      if (box) zoom(Math.exp(-step), getPoint(box, event));
    };
    // React's listeners are passive: they can't prevent that the page scrolls or zooms.
    box?.addEventListener('wheel', onWheel, { passive: false });
    return () => box?.removeEventListener('wheel', onWheel);
  }, [frame, zoom]);
}

/**
 * Returns the handlers that `useZoom` describes for pointers: with one pointer, `change` moves the picture; with two,
 * `zoom` scales it around their center. One pointer that is released over the fitted picture (scale 1) calls `onSwipe`.
 */
function usePointers(
  frame: Zoom['frame'],
  view: ZoomView,
  zoom: Zoom['zoom'],
  change: (compute: (view: ZoomView) => ZoomView) => void,
  onSwipe: (direction: 1 | -1) => void,
): Pick<Zoom, 'isDragging' | 'pointerHandlers'> {
  const positions = useRef(new Map<number, Point>());
  const swipeStart = useRef<Point | null>(null);
  const [isDragging, setDragging] = useState(false);
  const end = (event: PointerEvent) => {
    const start = swipeStart.current;
    if (start && event.type === 'pointerup') {
      const direction = getSwipe({ x: event.clientX - start.x, y: event.clientY - start.y });
      if (direction !== 0) onSwipe(direction);
    }
    positions.current.delete(event.pointerId);
    swipeStart.current = null;
    setDragging(false);
  };
  return {
    isDragging,
    pointerHandlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        positions.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const isSwipe = view.scale === 1 && positions.current.size === 1;
        swipeStart.current = isSwipe ? { x: event.clientX, y: event.clientY } : null;
        setDragging(true);
      },
      onPointerMove: (event) => {
        const before = positions.current.get(event.pointerId);
        const box = frame.current;
        if (!before || !box) return;
        const now = { x: event.clientX, y: event.clientY };
        positions.current.set(event.pointerId, now);
        const other = [...positions.current].find(([id]) => id !== event.pointerId)?.[1];
        if (!other) {
          change((current) => ({
            ...current,
            x: current.x + now.x - before.x,
            y: current.y + now.y - before.y,
          }));
        } else {
          const center = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
          zoom(getDistance(now, other) / Math.max(1, getDistance(before, other)), getPoint(box, center));
        }
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

function getDistance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Returns the position of an event relative to the center of the frame. */
function getPoint(frame: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = frame.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}
