import { type MotionValue, useMotionValue } from 'framer-motion';
import { type RefObject, useRef, useState } from 'react';

/** The part of a drag's state that all views share. */
export interface DragState {
  inputDevice: 'pointer' | 'keyboard';
  /** The box of the dragged element when the drag began, in pixels of the viewport. */
  box: DOMRect;
}

/** The state of a drag and the operations on it. A view drags at most one row at a time. */
export interface DragController<T extends DragState> {
  /** The drag in progress; null while nothing is dragged. */
  dragged: T | null;
  /** The same value, for event handlers that run between two renders. */
  draggedRef: RefObject<T | null>;
  /** The position of the drag overlay, in pixels of the viewport. */
  x: MotionValue<number>;
  y: MotionValue<number>;
  /** Replaces the state; null ends the drag. */
  setDragged: (next: T | null) => void;
  /** Begins a drag, with the overlay at `drag.box`. */
  pickUp: (drag: T) => void;
  /** Changes parts of the state, for example the drop target. Does not render if no value changes. */
  updateDrag: (changes: Partial<T>) => void;
  /** Moves the overlay to this distance from the start of the drag, in pixels. */
  moveOverlay: (dx: number, dy: number) => void;
  /** Returns the current box of the overlay. */
  getOverlayBox: (drag: T) => DOMRect;
}

/** Returns the state of a drag, the position of its overlay, and the functions that change them. */
export function useDragState<T extends DragState>(): DragController<T> {
  const [dragged, setCarry] = useState<T | null>(null);
  const draggedRef = useRef<T | null>(null);
  const x = useMotionValue(0);
  const y = useMotionValue(0);

  const setDragged = (next: T | null) => {
    draggedRef.current = next;
    setCarry(next);
  };
  const pickUp = (drag: T) => {
    x.jump(drag.box.left);
    y.jump(drag.box.top);
    setDragged(drag);
  };
  const updateDrag = (changes: Partial<T>) => {
    const { current } = draggedRef;
    const names = Object.keys(changes) as (keyof T)[];
    if (current && names.some((name) => current[name] !== changes[name]))
      setDragged({ ...current, ...changes });
  };
  const moveOverlay = (dx: number, dy: number) => {
    const box = draggedRef.current?.box;
    if (!box) return;
    x.set(box.left + dx);
    y.set(box.top + dy);
  };
  const getOverlayBox = ({ box }: T) => new DOMRect(x.get(), y.get(), box.width, box.height);
  return { dragged, draggedRef, x, y, setDragged, pickUp, updateDrag, moveOverlay, getOverlayBox };
}
