import type { PointerEvent, RefObject } from 'react';
import type { DragController } from '@/table/drag/use-drag-state';
import { usePointerDrag } from '@/table/drag/use-pointer-drag';
import type { CardDragState } from '../board.types';
import { findDropPosition, scrollBoardAtEdges } from '../board-dom';

export interface CardDragOptions {
  board: RefObject<HTMLElement | null>;
  dragState: DragController<CardDragState>;
  /** Places within a lane are chosen by hand. */
  hasManualOrder: boolean;
  pickUp: (box: DOMRect) => void;
  drop: () => void;
  cancel: () => void;
}

/** A card under the pointer: its ghost follows, the lanes scroll, and the place below it is where it would land. */
export function useCardDrag() {
  const drag = usePointerDrag();
  return (
    event: PointerEvent<HTMLElement>,
    { board, dragState, hasManualOrder, pickUp, drop, cancel }: CardDragOptions,
  ) => {
    const { draggedRef, updateDrag, moveOverlay } = dragState;
    const aim = (x: number, y: number) => {
      const { lane, index } = findDropPosition(x, y, draggedRef.current?.key ?? '');
      updateDrag({ lane, index: hasManualOrder ? index : undefined });
    };
    drag(event, {
      onStart: pickUp,
      onMove: (_x, _y, dx, dy) => moveOverlay(dx, dy),
      onFrame: (x, y) => {
        scrollBoardAtEdges(board.current, x, y);
        aim(x, y);
      },
      onDrop: (x, y) => {
        aim(x, y);
        drop();
      },
      onCancel: cancel,
    });
  };
}
