import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from 'react';
import { pauseHoverAfterDrop } from './drop-pause';

/** The distance that a pressed mouse moves before a drag begins, in pixels. */
const dragThreshold = 5;

/** The duration of a long press that begins a drag by touch, in milliseconds. */
const longPressDelay = 320;

/** The distance that a finger can move during a long press, in pixels. */
const longPressTolerance = 8;

/** The handlers of a drag. Coordinates are in pixels of the viewport. */
export interface DragHandlers {
  /** Called when a drag begins, with the box of the dragged element. */
  onStart: (box: DOMRect) => void;
  /** Called with the position of the pointer, and its distance from the start of the drag. */
  onMove: (x: number, y: number, dx: number, dy: number) => void;
  /** Called once per frame, also if the pointer does not move, because the content under it can scroll. */
  onFrame?: (x: number, y: number) => void;
  onDrop: (x: number, y: number) => void;
  onCancel: () => void;
}

/**
 * Returns the function that begins a drag in a pointerdown handler: by mouse or pen after some pixels, by touch after
 * a long press, so that a swipe still scrolls. Escape cancels the drag. The click at the end of a drag is suppressed.
 */
export function usePointerDrag() {
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  return (event: ReactPointerEvent<HTMLElement>, handlers: DragHandlers) => {
    if (event.button !== 0 || !event.isPrimary) return;
    end.current?.();
    end.current = trackDrag(event, handlers);
  };
}

/**
 * Follows the pointer until the drag ends, and returns the function that cancels it. It is longer than other functions,
 * because its handlers share the state of the drag.
 */
function trackDrag(event: ReactPointerEvent<HTMLElement>, handlers: DragHandlers): () => void {
  const element = event.currentTarget;
  const { clientX, clientY, pointerId, pointerType } = event;
  const touch = pointerType === 'touch';
  const abort = new AbortController();
  let active = false;
  let frame = 0;
  let point = { x: clientX, y: clientY };

  const eachFrame = () => {
    handlers.onFrame?.(point.x, point.y);
    if (!abort.signal.aborted) frame = requestAnimationFrame(eachFrame);
  };
  const start = () => {
    active = true;
    handlers.onStart(element.getBoundingClientRect());
    frame = requestAnimationFrame(eachFrame);
  };
  const timer = touch ? setTimeout(start, longPressDelay) : undefined;
  const stop = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    abort.abort();
  };
  const cancel = () => {
    stop();
    if (active) handlers.onCancel();
  };
  const move = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    point = { x: next.clientX, y: next.clientY };
    const [dx, dy] = [point.x - clientX, point.y - clientY];
    const distance = Math.hypot(dx, dy);
    if (!active && touch && distance > longPressTolerance) return stop();
    if (!active && !touch && distance > dragThreshold) start();
    if (active) handlers.onMove(point.x, point.y, dx, dy);
  };
  const up = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    stop();
    if (!active) return;
    suppressClick();
    pauseHoverAfterDrop();
    handlers.onDrop(next.clientX, next.clientY);
  };
  const { signal } = abort;
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', up, { signal });
  window.addEventListener('pointercancel', cancel, { signal });
  window.addEventListener('blur', cancel, { signal });
  const onKey = (key: KeyboardEvent) => {
    if (!active || key.key !== 'Escape') return;
    key.stopPropagation();
    key.preventDefault();
    cancel();
  };
  window.addEventListener('keydown', onKey, { signal, capture: true });
  // A drag must not select text.
  window.addEventListener('selectstart', (select) => select.preventDefault(), { signal });
  // A drag by touch must not scroll, and its long press must not open the context menu.
  const preventScroll = (move: TouchEvent) => active && move.cancelable && move.preventDefault();
  element.addEventListener('touchmove', preventScroll, { signal, passive: false });
  element.addEventListener('contextmenu', (menu) => touch && menu.preventDefault(), { signal });
  return cancel;
}

/** Suppresses the click that the browser dispatches at the end of a drag. */
function suppressClick() {
  const suppress = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  window.addEventListener('click', suppress, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', suppress, { capture: true }));
}
