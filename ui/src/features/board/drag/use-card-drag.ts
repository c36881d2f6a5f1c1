import type { PointerEvent, RefObject } from 'react';
import type { DragController } from '@/table/drag/use-drag-state';
import { usePointerDrag } from '@/table/drag/use-pointer-drag';
import type { CardDragState } from '../board.types';
import { findDropPosition, scrollBoardAtEdges } from '../board-dom';

export interface CardDragOptions {
  board: RefObject<HTMLElement | null>;
  dragState: DragController<CardDragState>;
  /** Whether cards have a manual order within their lane. */
  hasManualOrder: boolean;
  pickUp: (box: DOMRect) => void;
  drop: () => void;
  cancel: () => void;
}

/** Drags a card by pointer: the overlay follows the pointer, lanes scroll at their edges, and the drop position is under the pointer. */
export function useCardDrag() {
  const drag = usePointerDrag();
  return (
    event: PointerEvent<HTMLElement>,
    { board, dragState, hasManualOrder, pickUp, drop, cancel }: CardDragOptions,
  ) => {
    const { draggedRef, updateDrag, moveOverlay } = dragState;
    const updateDropPosition = (x: number, y: number) => {
      const { lane, index } = findDropPosition(x, y, draggedRef.current?.key ?? '');
      updateDrag({ lane, index: hasManualOrder ? index : undefined });
    };
    drag(event, {
      onStart: pickUp,
      onMove: (_x, _y, dx, dy) => moveOverlay(dx, dy),
      onFrame: (x, y) => {
        scrollBoardAtEdges(board.current, x, y);
        updateDropPosition(x, y);
      },
      onDrop: (x, y) => {
        updateDropPosition(x, y);
        drop();
      },
      onCancel: cancel,
    });
  };
}
