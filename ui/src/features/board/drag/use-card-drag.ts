import type { PointerEvent, RefObject } from 'react';
import type { useCarry } from '@/table/drag/use-carry';
import { usePointerDrag } from '@/table/drag/use-pointer-drag';
import type { Carry } from '../board.types';
import { dropPlace, scrollAtEdges } from '../board-dom';

export interface CardDrag {
  board: RefObject<HTMLElement | null>;
  carrying: ReturnType<typeof useCarry<Carry>>;
  /** Places within a lane are chosen by hand. */
  byHand: boolean;
  pickUp: (box: DOMRect) => void;
  drop: () => void;
  cancel: () => void;
}

/** A card under the pointer: its ghost follows, the lanes scroll, and the place below it is where it would land. */
export function useCardDrag() {
  const drag = usePointerDrag();
  return (event: PointerEvent<HTMLElement>, { board, carrying, byHand, pickUp, drop, cancel }: CardDrag) => {
    const { held, carryTo, follow } = carrying;
    const aim = (x: number, y: number) => {
      const { lane, index } = dropPlace(x, y, held.current?.key ?? '');
      carryTo({ lane, index: byHand ? index : undefined });
    };
    drag(event, {
      onStart: pickUp,
      onMove: (_x, _y, dx, dy) => follow(dx, dy),
      onFrame: (x, y) => {
        scrollAtEdges(board.current, x, y);
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
