import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from 'react';

/** Pixels that a mouse moves before a press is a drag. */
const dragThreshold = 5;

/** How long a finger rests before it picks up, in milliseconds, and how far it may stray meanwhile. */
const longPressDelay = 320;
const longPressTolerance = 8;

export interface DragHandlers {
  /** The press has become a drag. */
  onStart: (box: DOMRect) => void;
  /** Where the pointer is, and how far from where it was pressed. */
  onMove: (x: number, y: number, dx: number, dy: number) => void;
  /** Once a frame, whether or not the pointer moves: what is under it may. */
  onFrame?: (x: number, y: number) => void;
  onDrop: (x: number, y: number) => void;
  onCancel: () => void;
}

/**
 * Dragging by mouse or pen after a few pixels, by finger after a long press, so
 * that a swipe still scrolls. Escape cancels. The click that ends a drag is
 * swallowed.
 */
export function usePointerDrag() {
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  return (event: ReactPointerEvent<HTMLElement>, steps: DragHandlers) => {
    if (event.button !== 0 || !event.isPrimary) return;
    end.current?.();
    end.current = trackDrag(event, steps);
  };
}

function trackDrag(event: ReactPointerEvent<HTMLElement>, steps: DragHandlers): () => void {
  const element = event.currentTarget;
  const { clientX, clientY, pointerId, pointerType } = event;
  const touch = pointerType === 'touch';
  const abort = new AbortController();
  let active = false;
  let frame = 0;
  let point = { x: clientX, y: clientY };

  const eachFrame = () => {
    steps.onFrame?.(point.x, point.y);
    if (!abort.signal.aborted) frame = requestAnimationFrame(eachFrame);
  };
  const start = () => {
    active = true;
    steps.onStart(element.getBoundingClientRect());
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
    if (active) steps.onCancel();
  };
  const move = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    point = { x: next.clientX, y: next.clientY };
    const [dx, dy] = [point.x - clientX, point.y - clientY];
    const distance = Math.hypot(dx, dy);
    if (!active && touch && distance > longPressTolerance) return stop();
    if (!active && !touch && distance > dragThreshold) start();
    if (active) steps.onMove(point.x, point.y, dx, dy);
  };
  const up = (next: PointerEvent) => {
    if (next.pointerId !== pointerId) return;
    stop();
    if (!active) return;
    suppressClick();
    steps.onDrop(next.clientX, next.clientY);
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
  // What is dragged doesn't select the text that it passes.
  window.addEventListener('selectstart', (select) => select.preventDefault(), { signal });
  // While a card is carried the finger doesn't scroll, nor does a long press open the browser's menu.
  const hold = (touched: TouchEvent) => active && touched.cancelable && touched.preventDefault();
  element.addEventListener('touchmove', hold, { signal, passive: false });
  element.addEventListener('contextmenu', (menu) => touch && menu.preventDefault(), { signal });
  return cancel;
}

function suppressClick() {
  const swallow = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
