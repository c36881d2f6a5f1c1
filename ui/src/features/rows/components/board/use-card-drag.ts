import type { PointerEvent, RefObject } from 'react';
import type { useCarry } from '../carry/use-carry';
import { usePointerDrag } from '../carry/use-pointer-drag';
import type { Carry } from './board.types';
import { dropPlace, scrollAtEdges } from './board-dom';

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
    const { held, x, y, carryTo } = carrying;
    let point = { x: event.clientX, y: event.clientY };
    let frame = 0;
    const aim = () => {
      const { lane, index } = dropPlace(point.x, point.y, held.current?.key ?? '');
      carryTo({ lane, index: byHand ? index : undefined });
    };
    const follow = () => {
      if (!held.current) return;
      scrollAtEdges(board.current, point.x, point.y);
      aim();
      frame = requestAnimationFrame(follow);
    };
    drag(event, {
      onStart: (box) => {
        pickUp(box);
        frame = requestAnimationFrame(follow);
      },
      onMove: (pointX, pointY, dx, dy) => {
        point = { x: pointX, y: pointY };
        const box = held.current?.box;
        if (!box) return;
        x.set(box.left + dx);
        y.set(box.top + dy);
      },
      onDrop: () => {
        cancelAnimationFrame(frame);
        aim();
        drop();
      },
      onCancel: () => {
        cancelAnimationFrame(frame);
        cancel();
      },
    });
  };
}
